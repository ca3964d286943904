//! `assay assign`: how many people decide each item of a queue, and who.

use clap::Args;

use super::extract::share;
use super::{Acting, PrintOn, Shared, named, print_message};
use crate::benchmark::team::ItemPriority;
use crate::evaluation::sample::Stratum;
use crate::queue::assign::{AssignmentPlan, assign};
use crate::queue::{BlockPlan, RegisteredQueue};
use crate::report::documents::assignment::assignment;

#[derive(Debug, Args)]
pub(crate) struct Assign {
    /// The queue, by the name that `assay annotate` has for it; of extract, its newest sample
    queue: String,
    /// How many people decide each item
    #[arg(long, value_name = "PEOPLE", required_unless_present = "end")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_item: Option<u32>,
    /// Who decides; without it, any annotator
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    people: Vec<String>,
    /// Only this share of the items is decided by --per-item people, and each of the others by one
    #[arg(long, value_name = "SHARE", value_parser = share)]
    overlap_share: Option<f64>,
    /// Draw that share in proportion from every category, l2, split or (of texts) model
    #[arg(long, value_name = "BY,..", value_delimiter = ',', requires = "overlap_share", value_parser = named::<Stratum>())]
    stratify: Vec<Stratum>,
    /// The seed with which shares are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// What comes first; without it, as the queue has it
    #[arg(long, value_parser = named::<ItemPriority>(), value_name = "ORDER")]
    order: Option<ItemPriority>,
    /// The share of what is handed out that comes in a random order, whatever comes first: what becomes of it says
    /// how many errors there are. Without it 0.1 with --order probable-error, else 0
    #[arg(long, value_name = "SHARE", requires = "order", value_parser = share_or_none)]
    random_share: Option<f64>,
    /// How long an item stays with a person who left it open
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=31_536_000))]
    lease: u32,
    /// How many more people at most decide an item on which no outcome has more than half; they are
    /// asked one at a time
    #[arg(long, value_name = "PEOPLE", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    disagreement_extra: u32,
    /// On this share of each person's questions the picture is hidden until they have guessed from the
    /// text: what needs no picture is guessed right. Questions without pictures, or with pictures as
    /// choices, are never among them
    #[arg(long, value_name = "SHARE", value_parser = share)]
    gate: Option<f64>,
    /// Of adjudicate: this share of the questions on which two or more reviewers agree is settled too,
    /// after those on which they differ
    #[arg(long, value_name = "SHARE", value_parser = share)]
    agreed_share: Option<f64>,
    /// The share of what each person decides that is gold: questions whose right verdict is known (assay
    /// gold), or pairs on which experts or leads voted, mixed in so that nothing shows which they are
    #[arg(long, value_name = "SHARE", value_parser = gold_share)]
    gold: Option<f64>,
    /// People take whole blocks of this many items: a person who begins one holds all of it, and comes back to it
    /// until it is finished
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    block_size: Option<u32>,
    /// What the items of a block have in common: category, l2 or split
    #[arg(long, value_name = "BY,..", value_delimiter = ',', requires = "block_size", value_parser = named::<Stratum>())]
    block_by: Vec<Stratum>,
    /// End the assignment: all annotators may decide everything again
    #[arg(long, conflicts_with_all = ["per_item", "people", "overlap_share", "order", "random_share", "gate", "agreed_share", "gold", "block_size"])]
    end: bool,
    #[command(flatten)]
    on: PrintOn,
    #[command(flatten)]
    acting: Acting,
}

impl Assign {
    pub(crate) fn run(self, shared: &Shared) -> anyhow::Result<()> {
        let queue = RegisteredQueue::named(&self.queue)?;
        let (mut store, benchmark) = self.on.open(shared)?;
        let by = self.acting.name(&store)?;
        let Some(per_item) = self.per_item else {
            let said = match store.end_assignment(&benchmark, queue.name, &by)? {
                true => "everyone may decide every item again",
                false => "the queue was not assigned",
            };
            print_message(said);
            return Ok(());
        };
        let by_size = |size| BlockPlan { size: size as usize, by: self.block_by };
        let blocks = self.block_size.map(by_size);
        let is_probable_error = self.order == Some(ItemPriority::ProbableError);
        let random_share = self.random_share.or(is_probable_error.then_some(0.1));
        let plan = AssignmentPlan {
            per_item: per_item as usize,
            people: self.people,
            overlap_share: self.overlap_share,
            strata: self.stratify,
            seed: self.seed,
            order: self.order,
            lease_seconds: self.lease,
            disagreement_extra: self.disagreement_extra as usize,
            gate: self.gate,
            agreed_share: self.agreed_share,
            random_share: random_share.filter(|share| *share > 0.0),
            gold_share: self.gold,
            blocks,
        };
        let assigned = assign(&mut store, &benchmark, queue, &plan, &by)?;
        self.on.print(&assignment(&benchmark.name, assigned))
    }
}

fn share_or_none(text: &str) -> Result<f64, String> {
    if text.parse() == Ok(0.0) { Ok(0.0) } else { share(text) }
}

fn gold_share(text: &str) -> Result<f64, String> {
    let share = share(text)?;
    if share <= 0.5 { Ok(share) } else { Err("above 0 and at most 0.5".into()) }
}
