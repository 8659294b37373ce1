//! Reads what a server has against a request, or what went wrong there.

use serde_json::Value;

use super::super::{ModelError, Refusal};

/// Longest text of a provider's refusal that is kept, in characters.
const MAX_MESSAGE_CHARS: usize = 300;

/// The refusal or failure that an HTTP error stands for.
pub(super) fn error_of_status(
    status: u16,
    retry_after: Option<std::time::Duration>,
    body: &[u8],
) -> ModelError {
    match status {
        429 => ModelError::RateLimited { retry_after },
        // Busy, and says so like an overloaded server.
        408 | 409 | 425 | 500.. => ModelError::Server { status },
        _ => {
            let parsed: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
            let words = kind_words(if parsed["error"].is_object() {
                &parsed["error"]
            } else {
                &parsed
            });
            if is_filter(&words) {
                return ModelError::Filtered;
            }
            let message = message_of(&parsed);
            ModelError::Refused {
                status,
                why: refusal_of(status, &words, &message),
                message,
            }
        }
    }
}

/// What an error calls itself, for programs.
fn kind_words(error: &Value) -> String {
    let inner = &error["innererror"]["code"];
    [&error["code"], &error["type"], inner]
        .iter()
        .filter_map(|value| value.as_str())
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

fn is_filter(words: &str) -> bool {
    words.contains("content_filter") || words.contains("content_policy") || words.contains("contentpolicy")
}

/// What the provider has against a request. Servers agree on the status more than on the words, except that a
/// prompt that is too long, and often an unknown model, is a bare 400.
fn refusal_of(status: u16, words: &str, message: &str) -> Refusal {
    let message = message.to_lowercase();
    let says = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
    if status == 413
        || words.contains("context_length")
        || words.contains("exceed_context")
        || says(&[
            "maximum context length",
            "context length exceeded",
            "exceeds the available context",
            "context window",
            "prompt is too long",
            "too many tokens",
        ])
    {
        return Refusal::TooLong;
    }
    if words.contains("model_not_found") {
        return Refusal::NoModel;
    }
    match status {
        401 => Refusal::Key,
        402 | 403 => Refusal::Forbidden,
        404 | 410 => Refusal::NoModel,
        _ if words.contains("authentication") || words.contains("invalid_api_key") => Refusal::Key,
        _ if message.contains("model") && says(&["does not exist", "not found", "is not a valid model"]) => {
            Refusal::NoModel
        }
        _ => Refusal::Other,
    }
}

/// The error in an answer that began well.
pub(super) fn error_of(chunk: &Value) -> Option<ModelError> {
    let error = match &chunk["error"] {
        // vLLM's older form.
        Value::Null | Value::Bool(false) if chunk["object"] == "error" => chunk,
        Value::Null | Value::Bool(false) => return None,
        error => error,
    };
    let number = |value: &Value| {
        value
            .as_u64()
            .or_else(|| value.as_str()?.parse().ok())
            .and_then(|code| u16::try_from(code).ok())
    };
    let status = ["code", "status", "status_code"]
        .iter()
        .find_map(|field| number(&error[*field]));
    let words = kind_words(error);
    Some(match status {
        _ if is_filter(&words) => ModelError::Filtered,
        _ if words.contains("rate_limit") => ModelError::RateLimited { retry_after: None },
        Some(status @ 400..) => error_of_status(status, None, chunk.to_string().as_bytes()),
        _ if words.contains("invalid_request")
            || words.contains("authentication")
            || words.contains("context") =>
        {
            let message = message_of(chunk);
            ModelError::Refused {
                status: 200,
                why: refusal_of(200, &words, &message),
                message,
            }
        }
        _ => ModelError::Server { status: 200 },
    })
}

/// The server's own words, shortened.
pub(super) fn message_of(body: &Value) -> String {
    let message = [
        &body["error"]["message"],
        &body["error"],
        &body["message"],
        &body["detail"],
    ]
    .iter()
    .find_map(|value| value.as_str());
    message
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_control())
        .take(MAX_MESSAGE_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Why this is refused; none where it is filtered.
    fn cause(status: u16, body: &Value) -> Option<Refusal> {
        match error_of_status(status, None, body.to_string().as_bytes()) {
            ModelError::Refused { why, .. } => Some(why),
            ModelError::Filtered => None,
            other => panic!("{body}: {other:?}"),
        }
    }

    #[test]
    fn a_wrong_key_is_recognised() {
        let by_status = json!({"error": {"message": "Incorrect API key provided"}});
        assert_eq!(cause(401, &by_status), Some(Refusal::Key));
        let by_type = json!({"error": {"type": "authentication_error", "message": "invalid x-api-key"}});
        assert_eq!(cause(400, &by_type), Some(Refusal::Key));
    }

    #[test]
    fn what_the_plan_does_not_hold_is_recognised() {
        let unpaid = json!({"error": {"message": "Insufficient credits"}});
        assert_eq!(cause(402, &unpaid), Some(Refusal::Forbidden));
        let not_sold = json!({"error": {"message": "not in your plan"}});
        assert_eq!(cause(403, &not_sold), Some(Refusal::Forbidden));
    }

    #[test]
    fn an_unknown_model_is_recognised() {
        for (status, body) in [
            (
                404,
                json!({"error": "model 'ghost' not found, try pulling it first"}),
            ),
            (400, json!({"error": {"code": "model_not_found", "message": "x"}})),
            (
                400,
                json!({"error": {"message": "ghost/1 is not a valid model ID"}}),
            ),
        ] {
            assert_eq!(cause(status, &body), Some(Refusal::NoModel), "{body}");
        }
    }

    #[test]
    fn a_prompt_that_is_too_long_is_recognised() {
        for (status, body) in [
            (413, json!({})),
            (
                400,
                json!({"error": {"code": "context_length_exceeded", "message": "x"}}),
            ),
            (
                400,
                json!({"error": {"type": "exceed_context_size_error", "message": "x"}}),
            ),
            (
                400,
                json!({"object": "error", "message": "This model's maximum context length is 4096 tokens."}),
            ),
            (
                400,
                json!({"error": {"message": "prompt is too long: 210000 tokens > 200000 maximum"}}),
            ),
        ] {
            assert_eq!(cause(status, &body), Some(Refusal::TooLong), "{body}");
        }
    }

    #[test]
    fn any_other_refusal_is_one_as_well() {
        let body = json!({"error": {"message": "temperature must be at most 2"}});
        assert_eq!(cause(400, &body), Some(Refusal::Other));
    }

    #[test]
    fn a_filter_is_recognised_by_its_code() {
        let plain = json!({"error": {"code": "content_filter", "message": "x"}});
        assert_eq!(cause(400, &plain), None);
        let inner = json!({"error": {"innererror": {"code": "ResponsibleAIPolicyViolation content_filter"}}});
        assert_eq!(cause(403, &inner), None);
    }
}
