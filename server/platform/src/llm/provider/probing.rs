//! Asking a server which models it has: free, and enough to know whether address, key and name are right.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use super::super::finding::{Finding, ProbeState};
use super::super::{ModelError, TimeoutPhase};
use super::client::Provider;
use super::refusal::message_of;
use super::transport::beginning;

/// How long the server has to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much of the list is read, in bytes: the longest that is known has half a megabyte.
const MAX_LIST_BYTES: usize = 4 << 20;
/// Longest words of a server that are shown, in characters.
const MAX_WORDS: usize = 300;
/// Most names of other models that the finding lists.
const LISTED_NAMES: usize = 5;

impl Provider {
    /// Host and port.
    pub(in super::super) fn server(&self) -> String {
        let url = &self.0.config.url;
        let host = url.host_str().unwrap_or_default();
        url.port_or_known_default()
            .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Asks which models the server has.
    pub(in super::super) async fn probe(&self) -> Finding {
        let config = &self.0.config;
        let mut url = config.url.clone();
        url.set_path(&format!("{}/models", url.path().trim_end_matches('/')));
        let asked = async {
            let answered = self.0.transport.get(url, config.key.as_deref()).await?;
            Ok((answered.status, beginning(answered.body, MAX_LIST_BYTES).await))
        };
        match timeout(PATIENCE, asked).await {
            Err(_) => failed(
                format!("The server did not answer within {} seconds.", PATIENCE.as_secs()),
                None,
            ),
            Ok(Err(error)) => failed(in_words(&error), None),
            Ok(Ok((status @ 200..300, body))) => listed(&config.upstream, status, &body),
            Ok(Ok((status, body))) => {
                let said = self.words(&body);
                match status {
                    401 => failed("The server did not accept the key (401).".to_owned(), said),
                    402 | 403 => failed(format!("The server denied access ({status})."), said),
                    // Some have no such list, and answer all the same.
                    404 | 405 | 501 => unsure(
                        format!(
                            "The server answers, but does not list its models ({status}), so the first reply will tell."
                        ),
                        said,
                    ),
                    _ => failed(format!("The server answered with {status}."), said),
                }
            }
        }
    }

    /// What the server said, without the key.
    fn words(&self, body: &[u8]) -> Option<String> {
        let text = String::from_utf8_lossy(body);
        let parsed: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let message = message_of(&parsed);
        // An HTML page does not help.
        let words = if message.is_empty() && !text.trim_start().starts_with(['<', '{']) {
            text.trim()
        } else {
            message.as_str()
        };
        let words = match self.0.config.key.as_deref() {
            Some(key) if !key.is_empty() => words.replace(key, "(the key)"),
            _ => words.to_owned(),
        };
        let words: String = words
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_WORDS)
            .collect();
        (!words.is_empty()).then_some(words)
    }
}

fn in_words(error: &ModelError) -> String {
    match error {
        ModelError::Unreachable => {
            "The server could not be reached: the connection was refused, or there is no such host."
        }
        ModelError::Timeout(TimeoutPhase::Connect) => "The server could not be reached in time.",
        ModelError::Refused { .. } => "The key holds characters that cannot be sent.",
        _ => "The server hung up without an answer.",
    }
    .to_owned()
}

/// What a list of models shows about this one.
fn listed(upstream: &str, status: u16, body: &[u8]) -> Finding {
    let parsed: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
    let rows = [&parsed["data"], &parsed["models"], &parsed]
        .into_iter()
        .find_map(Value::as_array);
    let Some(rows) = rows else {
        return unsure(
            format!(
                "The server answers ({status}), but its list of models cannot be read, so the first reply will tell."
            ),
            None,
        );
    };
    let names: Vec<&str> = rows
        .iter()
        .filter_map(|row| {
            row["id"]
                .as_str()
                .or_else(|| row["name"].as_str())
                .or_else(|| row.as_str())
        })
        .collect();
    // Ollama adds the tag that was not asked for.
    let is_it = |name: &&str| {
        *name == upstream
            || name
                .strip_prefix(upstream)
                .is_some_and(|tag| tag.starts_with(':'))
    };
    if names.iter().any(is_it) {
        return Finding {
            state: ProbeState::Ok,
            detail: format!("The server answers and has the model {upstream}."),
            said: None,
        };
    }
    let listed = names
        .iter()
        .take(LISTED_NAMES)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = if names.len() > LISTED_NAMES {
        format!(" and {} more", names.len() - LISTED_NAMES)
    } else {
        String::new()
    };
    let has = if names.is_empty() {
        "It lists none.".to_owned()
    } else {
        format!("It lists {listed}{more}.")
    };
    unsure(
        format!("The server answers, but does not list a model named {upstream}. {has}"),
        None,
    )
}

fn failed(detail: String, said: Option<String>) -> Finding {
    Finding {
        state: ProbeState::Failed,
        detail,
        said,
    }
}

fn unsure(detail: String, said: Option<String>) -> Finding {
    Finding {
        state: ProbeState::Unsure,
        detail,
        said,
    }
}
