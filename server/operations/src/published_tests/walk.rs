//! The addresses of all calls that read.

use serde_json::Value;

/// The values that fill addresses: by the segment before `{id}`, by the name of another parameter of the path in
/// lower case, or by `?` and the name of one of the query.
pub(super) struct Names(pub(super) Vec<(&'static str, Vec<String>)>);

impl Names {
    fn of(&self, key: &str) -> Option<&[String]> {
        let found = self.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, values)| values.as_slice())
    }

    /// Every address of every GET of the API document with each of these values.
    ///
    /// # Panics
    /// If a call needs a value that is not there: say what it is to be asked for.
    pub(super) fn addresses(&self) -> Vec<String> {
        let document = serde_json::to_value(crate::api_document()).expect("a JSON document");
        let paths = document["paths"].as_object().expect("paths");
        let reads = paths.iter().filter(|(_, call)| call["get"].is_object());
        reads
            .flat_map(|(path, call)| self.of_call(path, &call["get"]))
            .collect()
    }

    fn of_call(&self, path: &str, call: &Value) -> Vec<String> {
        let mut addresses = self.paths(path);
        let empty = Vec::new();
        let parameters = call["parameters"].as_array().unwrap_or(&empty);
        let mut further = Vec::new();
        for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
            let name = parameter["name"].as_str().expect("a name");
            let mut filled = Vec::new();
            for value in self.values(name, &parameter["schema"]) {
                filled.extend(
                    addresses
                        .iter()
                        .map(|address| format!("{address}?{name}={value}")),
                );
            }
            if parameter["required"] == true {
                assert!(!filled.is_empty(), "{path} needs {name}: add it to the names");
                addresses = filled;
            } else {
                further.extend(filled);
            }
        }
        addresses.extend(further);
        addresses
    }

    fn values(&self, name: &str, schema: &Value) -> Vec<String> {
        if let Some(named) = self.of(&format!("?{name}")) {
            return named.to_vec();
        }
        match schema["enum"].as_array() {
            Some(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            None if schema["type"] == "boolean" => vec!["true".to_owned()],
            None => Vec::new(),
        }
    }

    /// The path with its parameters filled in.
    fn paths(&self, path: &str) -> Vec<String> {
        let mut filled = vec![String::new()];
        let mut before = "";
        for segment in path.split('/').skip(1) {
            let values = match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                None => vec![segment.to_owned()],
                Some(name) => {
                    let name = name.to_lowercase();
                    let key = if name == "id" { before } else { name.as_str() };
                    let named = self.of(key);
                    named
                        .unwrap_or_else(|| panic!("{path} needs {key}: add it to the names"))
                        .to_vec()
                }
            };
            filled = filled
                .iter()
                .flat_map(|start| values.iter().map(move |value| format!("{start}/{value}")))
                .collect();
            before = segment;
        }
        filled
    }
}
