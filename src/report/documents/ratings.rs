//! Every statistic of a table of ratings: `assay agree table`.

use crate::agreement::{Against, DawidSkeneSummary, Overview};
use crate::report::{Form, Printout, Table, agreement};

/// How raters agree; where wanted, against one that is taken as right and by Dawid and Skene's model. JSON always
/// has the confusion matrices, tables only where they are asked for.
pub fn ratings(
    overview: &Overview,
    against: Option<&Against>,
    dawid_skene: Option<&DawidSkeneSummary>,
    with_confusions: bool,
    form: Form,
) -> Printout {
    let mut tables: Vec<Table> = Vec::new();
    if form == Form::Csv {
        tables.push(agreement::tidy(overview, against));
    } else {
        tables.extend([agreement::overall(overview), agreement::pairs(overview)]);
        if with_confusions {
            tables.extend(agreement::confusions(overview));
        }
        if let Some(against) = against {
            tables.extend(agreement::against(overview, against));
        }
        tables.extend(dawid_skene.map(agreement::dawid_skene));
    }
    let printout = Printout::default().flat(overview);
    printout.json_if("against", against).json_if("dawid_skene", dawid_skene).tables(tables)
}
