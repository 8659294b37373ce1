//! Leaving out of a read's answer what its page does not show: the answer stands in the page a second time, as data.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// `body` without the fields of these names, at any depth. What cannot be read is returned as it is.
#[must_use]
pub fn without(body: Box<RawValue>, fields: &[String]) -> Box<RawValue> {
    if fields.is_empty() {
        return body;
    }
    let mut reader = serde_json::Deserializer::from_str(body.get());
    Keep(fields).deserialize(&mut reader).ok().and_then(|kept| to_raw_value(&kept).ok()).unwrap_or(body)
}

/// Reads any value and skips the fields of these names without building them.
#[derive(Clone, Copy)]
struct Keep<'f>(&'f [String]);

impl<'de> DeserializeSeed<'de> for Keep<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut kept = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            kept.push(item);
        }
        Ok(Value::Array(kept))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut kept = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if self.0.contains(&name) {
                fields.next_value::<IgnoredAny>()?;
            } else {
                kept.insert(name, fields.next_value_seed(self)?);
            }
        }
        Ok(Value::Object(kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_fields_go_at_any_depth_and_the_rest_stays() {
        let fields = ["tags".to_owned(), "banner".to_owned()];
        let body = r#"{"results":[{"id":"a","tags":[{"id":1}],"urls":{"banner":"b","avatar":null},"n":-1,"x":0.5,"y":true}],"tags":{}}"#;
        let kept = without(serde_json::from_str(body).expect("JSON"), &fields);
        let expected = serde_json::json!({"results": [{"id": "a", "urls": {"avatar": null}, "n": -1, "x": 0.5, "y": true}]});
        assert_eq!(serde_json::from_str::<Value>(kept.get()).expect("JSON"), expected);
    }

    #[test]
    fn nothing_to_leave_out_keeps_the_very_text() {
        let body: Box<RawValue> = serde_json::from_str(r#"{ "a":  1 }"#).expect("JSON");
        assert_eq!(without(body, &[]).get(), r#"{ "a":  1 }"#);
    }
}
