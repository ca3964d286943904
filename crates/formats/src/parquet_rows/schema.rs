//! The shapes of columns that questions have: texts and numbers, lists of them, pictures and lists
//! of pictures, and anything else that JSON can express. Columns with binary data in other shapes
//! are named and not read.

use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

/// What a column holds in each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    /// Bytes that are not a text.
    Bytes,
    /// A number or a truth value.
    Number,
    /// A list of texts or numbers.
    List,
    /// A picture: `struct{bytes, path}`.
    Picture,
    /// A list of pictures.
    Pictures,
    /// Lists, structs and maps of texts and numbers.
    Nested,
    /// Null in every row, which fits any other shape.
    Nothing,
}

impl Shape {
    /// The shape in words.
    pub fn describe(self) -> &'static str {
        match self {
            Shape::Text => "text",
            Shape::Bytes => "binary",
            Shape::Number => "a number",
            Shape::List => "a list of texts or numbers",
            Shape::Picture => "struct{bytes, path}",
            Shape::Pictures => "a list of struct{bytes, path}",
            Shape::Nested => "nested texts or numbers",
            Shape::Nothing => "nothing but null",
        }
    }
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub shape: Shape,
    pub(super) field: TypePtr,
}

impl Column {
    /// What it holds, in words.
    pub fn describe(&self) -> String {
        match self.shape {
            Shape::Nested => in_words(&self.field, 0),
            shape => shape.describe().to_owned(),
        }
    }

    /// Parts of its pictures other than bytes and path, such as their width, that are not read.
    pub fn beside_pictures(&self) -> Vec<&str> {
        let picture = match self.shape {
            Shape::Picture => Some(&*self.field),
            Shape::Pictures => list_element(&self.field).filter(|element| !element.is_primitive()),
            _ => None,
        };
        let fields = picture.map_or(&[][..], Type::get_fields).iter().map(|field| field.name());
        fields.filter(|name| !matches!(*name, "bytes" | "path")).collect()
    }

    /// Whether it holds what another column holds, unless it is null throughout.
    pub fn fits(&self, other: &Column) -> bool {
        let is_nothing = |column: &Column| column.shape == Shape::Nothing;
        self.name == other.name
            && (self.shape == other.shape || is_nothing(self) || is_nothing(other))
    }
}

/// The columns that can be read, and the names and shapes of the others.
pub(super) fn columns(schema: &SchemaDescriptor) -> (Vec<Column>, Vec<(String, String)>) {
    let mut columns = Vec::new();
    let mut others = Vec::new();
    for field in schema.root_schema().get_fields() {
        let name = field.name().to_owned();
        let as_picture = || is_image(&name).then(|| shape_of_pictures(field)).flatten();
        match shape(field).or_else(as_picture) {
            Some(shape) => columns.push(Column { name, shape, field: field.clone() }),
            None => others.push((name, in_words(field, 0))),
        }
    }
    (columns, others)
}

fn shape(field: &Type) -> Option<Shape> {
    if is_repeated(field) {
        return None;
    }
    if field.is_primitive() {
        let shape = scalar(field);
        return (shape == Shape::Bytes || is_json(field, 0)).then_some(shape);
    }
    if is_picture(field) {
        return Some(Shape::Picture);
    }
    match list_element(field) {
        Some(element) if is_picture(element) => Some(Shape::Pictures),
        Some(element) if element.is_primitive() && is_json(element, 0) => Some(Shape::List),
        _ => is_json(field, 0).then_some(Shape::Nested),
    }
}

/// Whether a column holds the pictures of questions by its name.
pub fn is_image(name: &str) -> bool {
    name.eq_ignore_ascii_case("image")
}

/// What a column with a name of pictures holds, if the shape alone does not show it: binary values
/// in a list, and structs with more than the bytes and the path (a sound has its rate there).
fn shape_of_pictures(field: &Type) -> Option<Shape> {
    let has_bytes = |field: &TypePtr| field.name() == "bytes" && scalar(field) == Shape::Bytes;
    let is_one = |field: &Type| flat_fields(field).iter().any(has_bytes);
    let is_binary = |field: &Type| field.is_primitive() && scalar(field) == Shape::Bytes;
    if !is_repeated(field) && is_one(field) {
        return Some(Shape::Picture);
    }
    list_element(field)
        .filter(|element| is_one(element) || is_binary(element))
        .map(|_| Shape::Pictures)
}

/// The deepest nesting of lists, structs and maps.
const DEEPEST: usize = 8;

/// Whether JSON can express what a field holds: it has no binary data.
fn is_json(field: &Type, depth: usize) -> bool {
    match field.is_primitive() {
        true => {
            let is_interval = field.get_basic_info().converted_type() == ConvertedType::INTERVAL;
            scalar(field) != Shape::Bytes && !is_interval
        }
        false => depth < DEEPEST && field.get_fields().iter().all(|part| is_json(part, depth + 1)),
    }
}

fn scalar(field: &Type) -> Shape {
    let info = field.get_basic_info();
    let is_text = matches!(
        info.converted_type(),
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON
    ) || matches!(
        info.logical_type_ref(),
        Some(LogicalType::String | LogicalType::Json | LogicalType::Enum)
    );
    match field.get_physical_type() {
        _ if is_text => Shape::Text,
        _ if is_null(field) => Shape::Nothing,
        PhysicalType::BYTE_ARRAY if info.converted_type() == ConvertedType::NONE => Shape::Bytes,
        _ => Shape::Number,
    }
}

/// `struct{bytes: binary, path: string}` as Hugging Face's Image has it; each of the two may be
/// absent or null in every row, but there are no other fields.
fn is_picture(field: &Type) -> bool {
    let is_part =
        |field: &TypePtr| matches!((field.name(), is_bytes(field)), ("bytes", true) | ("path", _));
    let fields = flat_fields(field);
    !fields.is_empty() && fields.iter().all(is_part)
}

/// The fields of a struct without structs or lists in it; none for anything else.
fn flat_fields(field: &Type) -> &[TypePtr] {
    let is_struct =
        !field.is_primitive() && field.get_basic_info().converted_type() == ConvertedType::NONE;
    let fields = if is_struct { field.get_fields() } else { &[] };
    let is_flat = fields.iter().all(|field| field.is_primitive() && !is_repeated(field));
    if is_flat { fields } else { &[] }
}

/// Bytes or base64 in a text, or a column of only nulls.
fn is_bytes(field: &Type) -> bool {
    is_null(field) || field.get_physical_type() == PhysicalType::BYTE_ARRAY
}

fn is_null(field: &Type) -> bool {
    matches!(field.get_basic_info().logical_type_ref(), Some(LogicalType::Unknown))
}

/// The element of a list in its usual form: a group LIST with a repeated group with one field.
fn list_element(field: &Type) -> Option<&Type> {
    if field.get_basic_info().converted_type() != ConvertedType::LIST {
        return None;
    }
    let [repeated] = field.get_fields() else { return None };
    if !is_repeated(repeated) {
        return None;
    }
    if repeated.is_primitive() {
        return Some(repeated);
    }
    let [element] = repeated.get_fields() else { return None };
    let is_old = repeated.name() == "array" || repeated.name().ends_with("_tuple");
    (!is_old && !is_repeated(element)).then_some(element)
}

fn is_repeated(field: &Type) -> bool {
    let info = field.get_basic_info();
    info.has_repetition() && info.repetition() == Repetition::REPEATED
}

/// A shape in words, for messages.
pub fn in_words(field: &Type, depth: usize) -> String {
    if field.is_primitive() {
        return scalar(field).describe().to_owned();
    }
    if depth > 3 {
        return "…".to_owned();
    }
    if let Some(element) = list_element(field) {
        return format!("a list of {}", in_words(element, depth + 1));
    }
    let fields: Vec<String> = field
        .get_fields()
        .iter()
        .take(8)
        .map(|field| format!("{}: {}", field.name(), in_words(field, depth + 1)))
        .collect();
    format!("struct{{{}}}", fields.join(", "))
}
