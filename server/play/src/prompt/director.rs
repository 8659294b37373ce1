//! Reads a director's choice.

use super::fence::one_line;

/// Bytes of a director's answer that are read.
const MAX_ANSWER_BYTES: usize = 2_000;

/// The name that a director chose, among those it could choose from. The answer is one JSON object `{"name":
/// "…"}` with nothing around it but white space or a code fence. Anything else is no answer.
#[must_use]
pub fn read_director<'a>(answer: &str, names: &[&'a str]) -> Option<&'a str> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Choice {
        name: String,
    }
    let answer = answer.get(..MAX_ANSWER_BYTES.min(answer.len()))?.trim();
    let answer = answer
        .strip_prefix("```json")
        .or_else(|| answer.strip_prefix("```"))
        .and_then(|inner| inner.strip_suffix("```"))
        .unwrap_or(answer);
    // Lists would be accepted as objects.
    let choice: Choice = serde_json::from_str(answer.trim())
        .ok()
        .filter(|_| answer.trim().starts_with('{'))?;
    names
        .iter()
        .copied()
        .find(|name| *name == choice.name || one_line(name) == one_line(&choice.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_strict_json_with_a_valid_name_is_a_choice() {
        let names = ["Ada", "Brother \"Tom\""];
        for (answer, choice) in [
            (r#"{"name": "Ada"}"#, Some("Ada")),
            (" \n{\"name\":\"Ada\"}\n", Some("Ada")),
            ("```json\n{\"name\": \"Ada\"}\n```", Some("Ada")),
            (r#"{"name": "Brother Tom"}"#, Some("Brother \"Tom\"")),
            (r#"{"name": "Eve"}"#, None),
            (r#"{"name": "Ada", "why": "x"}"#, None),
            (r#"I choose {"name": "Ada"}"#, None),
            ("Ada", None),
            (r#"["Ada"]"#, None),
            ("", None),
        ] {
            assert_eq!(read_director(answer, &names), choice, "{answer}");
        }
    }
}
