//! The difference between two JSON values, as JSON: what a card cannot say of a scenario.
//!
//! A difference is one of `{"set": value}`, `{"in": {name: difference}}` for an object, and `{"at": {index:
//! difference}, "add": [values]}` for a list. What is equal is not in it.

use serde_json::{Map, Value};

/// How the first value becomes the second; `None` if they are equal.
#[must_use]
pub(super) fn diff(from: &Value, to: &Value) -> Option<Value> {
    if from == to {
        return None;
    }
    let change = match (from, to) {
        (Value::Object(from), Value::Object(to)) if from.keys().all(|name| to.contains_key(name)) => {
            let inner = to.iter().filter_map(|(name, to)| {
                let change = match from.get(name) {
                    Some(from) => diff(from, to)?,
                    None => one("set", to.clone()),
                };
                Some((name.clone(), change))
            });
            one("in", Value::Object(inner.collect()))
        }
        (Value::Array(from), Value::Array(to)) if !from.is_empty() && from.len() <= to.len() => {
            let inner = from.iter().zip(to).enumerate();
            let inner = inner.filter_map(|(at, (from, to))| Some((at.to_string(), diff(from, to)?)));
            let mut change = Map::from_iter([("at".to_owned(), Value::Object(inner.collect()))]);
            if from.len() < to.len() {
                change.insert("add".to_owned(), Value::Array(to[from.len()..].to_vec()));
            }
            Value::Object(change)
        }
        _ => one("set", to.clone()),
    };
    Some(change)
}

fn one(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}

/// Applies a difference. Parts whose place is not there are left out; the result says whether all were there.
pub(super) fn apply(target: &mut Value, change: &Value) -> bool {
    let Value::Object(change) = change else {
        return false;
    };
    if let Some(value) = change.get("set") {
        *target = value.clone();
        return true;
    }
    let mut fits = true;
    if let Some(Value::Object(inner)) = change.get("in") {
        let Value::Object(fields) = target else {
            return false;
        };
        for (name, change) in inner {
            fits &= apply(fields.entry(name.clone()).or_insert(Value::Null), change);
        }
    }
    if let Some(Value::Object(inner)) = change.get("at") {
        let Value::Array(list) = target else { return false };
        for (at, change) in inner {
            let item = at.parse::<usize>().ok().and_then(|at| list.get_mut(at));
            fits &= item.is_some_and(|item| apply(item, change));
        }
    }
    if let Some(Value::Array(added)) = change.get("add") {
        let Value::Array(list) = target else { return false };
        list.extend(added.iter().cloned());
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_difference_makes_the_second_of_the_first() {
        let values = [
            json!(null),
            json!(1),
            json!("a"),
            json!([]),
            json!([1]),
            json!([1, 2, {"a": null}]),
            json!([2, 2, {"a": 1}]),
            json!({}),
            json!({"a": null}),
            json!({"a": {"set": 1}, "b": [1]}),
            json!({"a": {"set": 2, "in": {}}, "b": [1, [2]], "c": null}),
        ];
        for from in &values {
            for to in &values {
                let mut made = from.clone();
                match diff(from, to) {
                    None => assert_eq!(from, to),
                    Some(change) => assert!(apply(&mut made, &change), "{change}"),
                }
                assert_eq!(&made, to, "from {from}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut value = json!({"a": [1]});
        let change = json!({"in": {"a": {"at": {"0": {"set": 2}, "7": {"set": 3}, "x": {"set": 4}}}}});
        assert!(!apply(&mut value, &change));
        assert_eq!(value, json!({"a": [2]}));
        for change in [json!(1), json!({"in": {"a": {"in": {}}}}), json!({"add": [1]})] {
            assert!(!apply(&mut value, &change), "{change}");
        }
        assert_eq!(value, json!({"a": [2]}));
    }
}
