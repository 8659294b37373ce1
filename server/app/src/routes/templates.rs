//! RFC 6570 expansion of the reads in the route table, with the rules of the client's own expansion: an empty
//! value counts as absent, and a repeated query name is a list only where the template says so (`{?tags*}`).

use std::collections::BTreeMap;

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateString;
use iri_string::template::context::{Context, ListVisitor, Visitor};

/// A parsed template.
#[derive(Debug)]
pub struct Template {
    text: UriTemplateString,
    /// Names marked `*`: they take all values, others only the first.
    lists: Vec<String>,
}

/// A template that does not parse.
#[derive(Debug, thiserror::Error)]
#[error("not a URI template: {0}")]
pub struct TemplateError(String);

/// Values by variable name, each a list (a single value is a list of one).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variables(BTreeMap<String, Vec<String>>);

impl Variables {
    /// Adds one more value to the variable `name`.
    pub fn add(&mut self, name: &str, value: &str) {
        self.0.entry(name.to_owned()).or_default().push(value.to_owned());
    }

    fn get(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// [`TemplateError`] if it is not one of RFC 6570.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let text: UriTemplateString = text.try_into().map_err(|_| TemplateError(text.to_owned()))?;
        let lists = list_names(text.as_str());
        Ok(Self { text, lists })
    }

    /// The address that the template gives for these values.
    #[must_use]
    pub fn expand(&self, variables: &Variables) -> String {
        let values = Values {
            variables,
            lists: &self.lists,
        };
        // Expansion fails only for prefix modifiers on lists, which the site's templates do not have.
        self.text
            .expand::<UriSpec, _>(&values)
            .map(|address| address.to_string())
            .unwrap_or_default()
    }
}

struct Values<'a> {
    variables: &'a Variables,
    lists: &'a [String],
}

impl Context for Values<'_> {
    fn visit<V: Visitor>(&self, visitor: V) -> V::Result {
        let name = visitor.var_name().as_str();
        let values = self.variables.get(name);
        if self.lists.iter().any(|list| list == name) {
            return match values {
                [] => visitor.visit_undefined(),
                many => visitor.visit_list().visit_items_and_finish(many),
            };
        }
        match values.first() {
            Some(value) if !value.is_empty() => visitor.visit_string(value),
            _ => visitor.visit_undefined(),
        }
    }
}

fn list_names(template: &str) -> Vec<String> {
    let inside = template
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(inside, _)| inside);
    let specs = inside.flat_map(|inside| {
        inside
            .trim_start_matches(['?', '&', '+', '#', '.', '/', ';'])
            .split(',')
    });
    specs
        .filter_map(|spec| spec.strip_suffix('*'))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_expand_as_in_the_client() {
        let mut some = Variables::default();
        for (name, value) in [
            ("id", "a-1"),
            ("q", "elf & \u{e9}"),
            ("q", "second"),
            ("tags", "x"),
            ("tags", "y"),
            ("empty", ""),
        ] {
            some.add(name, value);
        }
        let cases = [
            ("/scenarios/scenario/{id}", "/scenarios/scenario/a-1"),
            (
                "/search{?q,tags*,cursor}",
                "/search?q=elf%20%26%20%C3%A9&tags=x&tags=y",
            ),
            ("/search{?empty,cursor}", "/search"),
            (
                "/tags/search?limit=60{&q}",
                "/tags/search?limit=60&q=elf%20%26%20%C3%A9",
            ),
            ("/tags/search?limit=60{&cursor}", "/tags/search?limit=60"),
            ("/plain", "/plain"),
        ];
        for (template, expected) in cases {
            assert_eq!(Template::parse(template).expect(template).expand(&some), expected);
        }
        assert!(Template::parse("/broken{").is_err());
    }
}
