//! Reading a taxonomy in TOML, and what is wrong with one.

use std::collections::HashSet;

use super::{Taxonomy, folded, names};

/// Why a text is not a taxonomy.
#[derive(Debug, thiserror::Error)]
pub enum TaxonomyError {
    #[error("expected a taxonomy in TOML (docs/taxonomies.md): {}", .0.to_string().trim_end())]
    Toml(#[from] toml::de::Error),
    #[error("expected a name for each ability, found an empty {field}")]
    EmptyName { field: &'static str },
    #[error("the ability {name} is there twice; a name has one place")]
    Twice { name: String },
    #[error("the name {name} is that of a taxonomy that Assay has; give yours another one")]
    NameTaken { name: String },
}

impl Taxonomy {
    /// Reads a taxonomy in TOML.
    ///
    /// # Errors
    /// If the text is not a taxonomy, or an ability has no name or two places.
    pub fn from_toml(text: &str) -> Result<Taxonomy, TaxonomyError> {
        let mut taxonomy: Taxonomy = toml::from_str(text)?;
        let require = |name: &str, field| match name.trim().is_empty() {
            true => Err(TaxonomyError::EmptyName { field }),
            false => Ok(()),
        };
        require(&taxonomy.name, "name")?;
        for l2 in taxonomy.l1.iter_mut().flat_map(|l1| &mut l1.l2) {
            require(&l2.name, "name of an L-2 ability")?;
            fill_in(&mut l2.title, &l2.name);
            fill_in(&mut l2.abbreviation, &l2.title);
            for l3 in &mut l2.l3 {
                require(&l3.name, "name of a leaf ability")?;
                fill_in(&mut l3.title, &l3.name);
            }
        }
        refuse_doubles(taxonomy.leaves().map(|(.., leaf)| (&leaf.name, &leaf.also)))?;
        let l2 = taxonomy.l1.iter().flat_map(|l1| &l1.l2);
        refuse_doubles(l2.map(|l2| (&l2.name, &l2.also)))?;
        Ok(taxonomy)
    }

    /// A custom taxonomy of a benchmark.
    ///
    /// # Errors
    /// As [`Taxonomy::from_toml`], and where it has the name of one that comes with the program.
    pub fn own(text: &str) -> Result<Taxonomy, TaxonomyError> {
        let taxonomy = Taxonomy::from_toml(text)?;
        match Taxonomy::from_name(&taxonomy.name) {
            Some(_) => Err(TaxonomyError::NameTaken { name: taxonomy.name }),
            None => Ok(taxonomy),
        }
    }
}

fn fill_in(field: &mut String, from: &str) {
    if field.is_empty() {
        from.clone_into(field);
    }
}

fn refuse_doubles<'n>(
    abilities: impl Iterator<Item = (&'n String, &'n Vec<String>)>,
) -> Result<(), TaxonomyError> {
    let mut seen = HashSet::new();
    for name in abilities.flat_map(|(name, also)| names(name, also)) {
        if !seen.insert(folded(name).collect::<String>()) {
            return Err(TaxonomyError::Twice { name: name.to_owned() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = r#"
        name = "farm"
        [[l1]]
        [[l1.l2]]
        name = "animals"
        l3 = [{ name = "sheep", definition = "Count sheep.", quota = 3 }, { name = "dogs" }]
    "#;

    #[test]
    fn a_taxonomy_of_ones_own_needs_names_only() {
        let farm = Taxonomy::own(OWN).unwrap();
        let (l1, l2, dogs) = farm.leaf("Dogs").unwrap();
        assert_eq!((&*l1.title, &*l2.abbreviation, &*dogs.title), ("", "animals", "dogs"));
        assert_eq!(farm.level1_of(Some("dogs"), None), None);
    }

    #[test]
    fn what_is_wrong_with_a_taxonomy_is_said() {
        let error = |text: &str| Taxonomy::own(text).unwrap_err().to_string();
        assert!(error("name = 3").contains("docs/taxonomies.md"));
        assert!(error(&OWN.replace("dogs", "Sheep")).contains("Sheep is there twice"));
        assert!(error(&OWN.replace("farm", "mmbench")).contains("another one"));
        assert!(error(&OWN.replace("dogs", " ")).contains("empty name of a leaf ability"));
        assert!(error(&OWN.replace("quota", "quotta")).contains("quotta"));
    }
}
