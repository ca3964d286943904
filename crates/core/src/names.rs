//! Names and their numbers: large tables keep a number of four bytes in place of each name.

use std::collections::HashMap;

/// Names in order of appearance; the number of a name is its position.
#[derive(Clone, Debug, Default)]
pub struct Names {
    in_order: Vec<String>,
    codes: HashMap<String, u32>,
    /// Tables are mostly written item by item: the name before is tried first.
    last: u32,
}

impl Names {
    /// The number of this name, which is added if it is new.
    pub fn code(&mut self, name: &str) -> u32 {
        if self.in_order.get(self.last as usize).is_some_and(|last| last == name) {
            return self.last;
        }
        self.last = self.codes.get(name).copied().unwrap_or_else(|| {
            let code = self.in_order.len() as u32;
            self.in_order.push(name.to_owned());
            self.codes.insert(name.to_owned(), code);
            code
        });
        self.last
    }

    /// The number of a name that is here.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.codes.get(name).copied()
    }

    /// The name with this number; empty if there is none.
    pub fn name(&self, code: u32) -> &str {
        self.in_order.get(code as usize).map_or("", String::as_str)
    }

    /// All names, in order of appearance.
    pub fn in_order(&self) -> &[String] {
        &self.in_order
    }

    /// All names, in order of appearance, given away.
    pub fn into_names(self) -> Vec<String> {
        self.in_order
    }

    /// How many names there are.
    pub fn count(&self) -> usize {
        self.in_order.len()
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut all = Names::default();
        for name in names {
            all.code(name);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_number() {
        let mut names: Names = ["b", "a", "b"].into_iter().collect();
        assert_eq!((names.code("a"), names.code("c"), names.code("b")), (1, 2, 0));
        assert_eq!((names.find("c"), names.find("d"), names.count()), (Some(2), None, 3));
        assert_eq!((names.name(1), names.name(9)), ("a", ""));
        assert_eq!(names.in_order(), ["b", "a", "c"]);
    }
}
