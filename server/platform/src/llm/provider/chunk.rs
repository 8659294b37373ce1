//! Reads the chunks of a reply as the known servers send them, leniently. ADR 18 lists in what they differ.

use serde_json::Value;

use super::super::{Finish, ModelError, Piece, Usage};
use super::refusal::error_of;

/// Reads the events of one response.
#[derive(Debug, Default)]
pub(super) struct ChunkReader {
    /// Why the reply ended, once the provider said so.
    pub(super) finish: Option<Finish>,
    /// The tokens it counted; the last report counts.
    pub(super) usage: Option<Usage>,
    /// Whether the end marker came.
    pub(super) is_done: bool,
}

impl ChunkReader {
    /// Reads the data of one event.
    ///
    /// # Errors
    /// What the provider reports, or [`ModelError::Malformed`].
    pub(super) fn event(&mut self, data: &str) -> Result<Vec<Piece>, ModelError> {
        let data = data.trim();
        if data.is_empty() || self.is_done {
            return Ok(Vec::new());
        }
        if data == "[DONE]" {
            self.is_done = true;
            return Ok(Vec::new());
        }
        self.object(&serde_json::from_str(data).map_err(|_| ModelError::Malformed)?)
    }

    /// Reads a chunk, or a whole reply: some servers send that although a stream was requested.
    ///
    /// # Errors
    /// As [`ChunkReader::event`].
    pub(super) fn object(&mut self, chunk: &Value) -> Result<Vec<Piece>, ModelError> {
        if let Some(error) = error_of(chunk) {
            return Err(error);
        }
        self.usage = usage_of(chunk).or(self.usage);
        let mut pieces = Vec::new();
        // Missing, null or empty beside the usage; never more than one is requested.
        let first = chunk["choices"].as_array().and_then(|choices| {
            choices
                .iter()
                .find(|choice| choice["index"].as_u64().unwrap_or(0) == 0)
        });
        if let Some(choice) = first {
            let delta = if choice["delta"].is_object() {
                &choice["delta"]
            } else {
                &choice["message"]
            };
            let (mut text, mut reasoning) = (String::new(), String::new());
            if let Some(thought) = ["reasoning_content", "reasoning", "thinking"]
                .iter()
                .find_map(|field| delta[*field].as_str())
            {
                reasoning.push_str(thought);
            }
            read_content(&delta["content"], &mut text, &mut reasoning);
            // A refusal in the model's own words is its reply; text completions have neither delta nor
            // message.
            text.push_str(delta["refusal"].as_str().unwrap_or_default());
            text.push_str(choice["text"].as_str().unwrap_or_default());
            pieces.extend((!reasoning.is_empty()).then_some(Piece::Reasoning(reasoning)));
            pieces.extend((!text.is_empty()).then_some(Piece::Text(text)));
            match choice["finish_reason"].as_str() {
                Some("error") => return Err(ModelError::Server { status: 200 }),
                Some(reason) if !reason.is_empty() => self.finish = Some(finish_of(reason)),
                _ => {}
            }
        }
        Ok(pieces)
    }
}

/// Content as text, as nothing, or as parts.
fn read_content(content: &Value, text: &mut String, reasoning: &mut String) {
    match content {
        Value::String(whole) => text.push_str(whole),
        Value::Array(parts) => {
            for part in parts {
                let kind = part["type"].as_str().unwrap_or("text");
                match kind {
                    "thinking" | "reasoning" => {
                        let thought = part["thinking"].as_str().or(part["text"].as_str());
                        reasoning.push_str(thought.unwrap_or_default());
                        // Mistral's: parts within the part.
                        read_content(&part["thinking"], reasoning, &mut String::new());
                    }
                    _ => text.push_str(part.as_str().or(part["text"].as_str()).unwrap_or_default()),
                }
            }
        }
        _ => {}
    }
}

fn finish_of(reason: &str) -> Finish {
    match reason.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "model_length" => Finish::Length,
        "content_filter" | "safety" | "refusal" => Finish::Filtered,
        // Calls of tools are ignored: none were offered.
        _ => Finish::Stop,
    }
}

fn usage_of(chunk: &Value) -> Option<Usage> {
    let count = |value: &Value, names: [&str; 2]| {
        names
            .iter()
            .find_map(|name| value[*name].as_u64())
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX))
    };
    let usage = &chunk["usage"];
    // llama.cpp without usage still has its timings.
    let timings = &chunk["timings"];
    let prompt =
        count(usage, ["prompt_tokens", "input_tokens"]).or_else(|| count(timings, ["prompt_n", "prompt_n"]));
    let reply = count(usage, ["completion_tokens", "output_tokens"])
        .or_else(|| count(timings, ["predicted_n", "predicted_n"]));
    match (prompt, reply) {
        (None | Some(0), None | Some(0)) => None,
        (prompt, reply) => Some(Usage {
            prompt_tokens: prompt.unwrap_or(0),
            reply_tokens: reply.unwrap_or(0),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::super::Refusal;
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    fn thought(text: &str) -> Piece {
        Piece::Reasoning(text.to_owned())
    }

    fn refused(status: u16, why: Refusal, message: &str) -> ModelError {
        ModelError::Refused {
            status,
            why,
            message: message.to_owned(),
        }
    }

    #[test]
    fn every_known_form_of_a_chunk_is_read() {
        let cases = [
            (
                json!({"choices": [{"index": 0, "delta": {"role": "assistant"}, "finish_reason": null}]}),
                vec![],
            ),
            (
                json!({"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}),
                vec![],
            ),
            (
                json!({"choices": [{"index": 0, "delta": {"content": "Hi"}}]}),
                vec![text("Hi")],
            ),
            (
                json!({"choices": [{"delta": {"content": "no index"}}]}),
                vec![text("no index")],
            ),
            (
                json!({"choices": [{"index": 1, "delta": {"content": "other"}}]}),
                vec![],
            ),
            (json!({"choices": []}), vec![]),
            (json!({"choices": null, "usage": null}), vec![]),
            (json!({"id": "x"}), vec![]),
            (
                json!({"choices": [{"delta": {"content": null, "tool_calls": [{"function": {"name": "fetch", "arguments": "{}"}}]}}]}),
                vec![],
            ),
            (
                json!({"choices": [{"delta": {"reasoning_content": "hm"}}]}),
                vec![thought("hm")],
            ),
            (
                json!({"choices": [{"delta": {"reasoning": "hm", "content": "Hi"}}]}),
                vec![thought("hm"), text("Hi")],
            ),
            (
                json!({"choices": [{"delta": {"content": [{"type": "text", "text": "a"}, {"type": "image_url"}, "b"]}}]}),
                vec![text("ab")],
            ),
            (
                json!({"choices": [{"delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]}}]}),
                vec![thought("hm")],
            ),
            (
                json!({"choices": [{"delta": {"refusal": "I would rather not."}}]}),
                vec![text("I would rather not.")],
            ),
            (
                json!({"choices": [{"text": "completed"}]}),
                vec![text("completed")],
            ),
            (
                json!({"choices": [{"message": {"role": "assistant", "content": "whole"}, "finish_reason": "stop"}]}),
                vec![text("whole")],
            ),
        ];
        for (chunk, expected) in cases {
            assert_eq!(
                ChunkReader::default().event(&chunk.to_string()),
                Ok(expected),
                "{chunk}"
            );
        }
        assert_eq!(
            ChunkReader::default().event("{broken"),
            Err(ModelError::Malformed)
        );
    }

    #[test]
    fn the_end_is_understood() {
        for (reason, expected) in [
            ("stop", Finish::Stop),
            ("length", Finish::Length),
            ("content_filter", Finish::Filtered),
            ("tool_calls", Finish::Stop),
            ("eos", Finish::Stop),
        ] {
            let mut reader = ChunkReader::default();
            reader
                .event(&json!({"choices": [{"delta": {}, "finish_reason": reason}]}).to_string())
                .expect("a chunk");
            assert_eq!((reader.finish, reader.is_done), (Some(expected), false));
        }
        let mut reader = ChunkReader::default();
        reader.event(" [DONE] ").expect("the end");
        assert!(reader.is_done);
        assert_eq!(reader.event("after the end"), Ok(vec![]));
    }

    #[test]
    fn usage_is_found_wherever_it_is() {
        let cases = [
            json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}}),
            json!({"choices": null, "usage": {"prompt_tokens": 7, "completion_tokens": 3}}),
            json!({"usage": {"input_tokens": 7, "output_tokens": 3}}),
            json!({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}),
            json!({"choices": [], "timings": {"prompt_n": 7, "predicted_n": 3}}),
        ];
        for chunk in cases {
            let mut reader = ChunkReader::default();
            reader.event(&chunk.to_string()).expect("a chunk");
            reader
                .event(&json!({"choices": [], "usage": null}).to_string())
                .expect("a chunk");
            assert_eq!(
                reader.usage,
                Some(Usage {
                    prompt_tokens: 7,
                    reply_tokens: 3
                }),
                "{chunk}"
            );
        }
    }

    #[test]
    fn errors_inside_a_stream_are_errors() {
        let server = ModelError::Server { status: 200 };
        let cases = [
            (json!({"error": {"message": "boom"}}), server.clone()),
            (json!({"error": "boom"}), server.clone()),
            (
                json!({"error": {"code": 502, "message": "bad gateway"}, "choices": [{"delta": {"content": ""}, "finish_reason": "error"}]}),
                ModelError::Server { status: 502 },
            ),
            (
                json!({"error": {"code": 429}}),
                ModelError::RateLimited { retry_after: None },
            ),
            (
                json!({"error": {"code": "rate_limit_exceeded"}}),
                ModelError::RateLimited { retry_after: None },
            ),
            (
                json!({"error": {"code": "400", "message": "too long"}}),
                refused(400, Refusal::Other, "too long"),
            ),
            (
                json!({"error": {"type": "invalid_request_error", "message": "no"}}),
                refused(200, Refusal::Other, "no"),
            ),
            (json!({"error": {"code": "content_filter"}}), ModelError::Filtered),
            (
                json!({"object": "error", "message": "no such model", "code": 404}),
                refused(404, Refusal::NoModel, "no such model"),
            ),
            (
                json!({"choices": [{"delta": {}, "finish_reason": "error"}]}),
                server,
            ),
        ];
        for (chunk, expected) in cases {
            assert_eq!(
                ChunkReader::default().event(&chunk.to_string()),
                Err(expected),
                "{chunk}"
            );
        }
        assert_eq!(
            ChunkReader::default().event(&json!({"error": null, "choices": []}).to_string()),
            Ok(vec![])
        );
    }
}
