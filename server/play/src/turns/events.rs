//! The events of a turn, and their form on a stream of server-sent events (L-11).

use accounts::safety::Notice;
use bytes::{BufMut, Bytes, BytesMut};
use kernel::Shekels;
use serde::Serialize;

use super::model::{Turn, TurnFault, TurnPrice};
use super::rules::utf16_len;
use crate::stories::Message;

/// The media type of a stream of events.
pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// A heartbeat: a comment, not an event.
pub(super) const HEARTBEAT: &[u8] = b": \n\n";

/// An event of a turn.
#[derive(Debug, Clone)]
pub(super) enum Event {
    /// The state of the turn at its beginning.
    Turn(Box<Turn>),
    /// The player's text was stored.
    Said(Box<Message>),
    /// The message of a reply was added.
    Message(Box<Message>),
    /// More text.
    Delta(Delta),
    /// What a model thinks before it writes.
    Reasoning {
        /// The reply it thinks about.
        message_id: Option<String>,
        /// More of its thoughts.
        text: String,
    },
    /// A notice for the player.
    Notice(Notice),
    /// A reply is complete.
    Done(Box<Message>),
    /// A fault; the end follows.
    Error(TurnFault),
    /// The current state of the turn, for readers who missed events.
    Snapshot(Box<Turn>),
    /// The end.
    End(Box<End>),
}

/// More text of a reply, or of the text for the composer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Delta {
    /// The reply; `None`: the turn's own text.
    pub(super) message_id: Option<String>,
    /// Its position, in UTF-16 units from the beginning.
    pub(super) offset: u64,
    /// The text.
    pub(super) text: String,
}

/// The end of a turn.
#[derive(Debug, Clone, Serialize)]
pub(super) struct End {
    /// The turn at its end.
    pub(super) turn: Turn,
    /// Its price.
    pub(super) price: TurnPrice,
    /// The balance of the wallet now; `None` for guests.
    pub(super) balance: Option<Shekels>,
}

/// An event and its number within its turn: 1, 2, 3 and so on.
#[derive(Debug, Clone)]
pub(super) struct Numbered {
    /// The number.
    pub(super) seq: u64,
    /// The event.
    pub(super) event: Event,
}

impl Event {
    /// Its name in the stream.
    #[must_use]
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Turn(_) => "turn",
            Self::Said(_) | Self::Message(_) => "message",
            Self::Delta(_) => "delta",
            Self::Reasoning { .. } => "reasoning",
            Self::Notice(_) => "notice",
            Self::Done(_) => "done",
            Self::Error(_) => "error",
            Self::Snapshot(_) => "snapshot",
            Self::End(_) => "end",
        }
    }

    /// Applies this event to a turn.
    pub(super) fn apply(&self, turn: &mut Turn) {
        match self {
            Self::Turn(new) | Self::Snapshot(new) => {
                *turn = Turn {
                    last_event: turn.last_event,
                    ..(**new).clone()
                }
            }
            Self::End(end) => {
                *turn = Turn {
                    last_event: turn.last_event,
                    ..end.turn.clone()
                }
            }
            Self::Said(message) => turn.user_message = Some((**message).clone()),
            Self::Message(message) | Self::Done(message) => turn.put(message),
            Self::Delta(delta) => {
                let target = match &delta.message_id {
                    Some(id) => turn
                        .replies
                        .iter_mut()
                        .find(|reply| reply.id.as_str() == id)
                        .map(|reply| &mut reply.content),
                    None => Some(turn.text.get_or_insert_default()),
                };
                if let Some(target) = target {
                    target.push_str(&delta.text);
                }
            }
            Self::Error(fault) => turn.error = Some(fault.clone()),
            Self::Notice(notice) => turn.notices.push(notice.clone()),
            Self::Reasoning { .. } => {}
        }
    }

    /// The rough size of its text, in bytes.
    pub(super) fn text_bytes(&self) -> usize {
        let of = |turn: &Turn| {
            turn.replies
                .iter()
                .map(|reply| reply.content.len() + 512)
                .sum::<usize>()
                + turn.text.as_ref().map_or(0, String::len)
                + 512
        };
        match self {
            Self::Turn(turn) | Self::Snapshot(turn) => of(turn),
            Self::End(end) => of(&end.turn),
            Self::Said(message) | Self::Message(message) | Self::Done(message) => message.content.len() + 512,
            Self::Delta(delta) => delta.text.len(),
            Self::Reasoning { text, .. } => text.len(),
            Self::Notice(notice) => notice.text.len() + notice.link.len(),
            Self::Error(fault) => fault.message.len(),
        }
    }

    /// Merges the next event into this one, if both are pieces of the same text.
    pub(super) fn absorb(&mut self, next: &Self) -> bool {
        match (self, next) {
            (Self::Delta(own), Self::Delta(next))
                if own.message_id == next.message_id && own.offset + utf16_len(&own.text) == next.offset =>
            {
                own.text.push_str(&next.text);
                true
            }
            (
                Self::Reasoning { message_id, text },
                Self::Reasoning {
                    message_id: of,
                    text: more,
                },
            ) if message_id == of => {
                text.push_str(more);
                true
            }
            _ => false,
        }
    }

    fn to_json(&self) -> serde_json::Result<String> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct EventBody<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            turn: Option<&'a Turn>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<&'a Message>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Thought<'a> {
            message_id: Option<&'a str>,
            text: &'a str,
        }
        match self {
            Self::Turn(turn) | Self::Snapshot(turn) => serde_json::to_string(&EventBody {
                turn: Some(turn),
                message: None,
            }),
            Self::Said(message) | Self::Message(message) | Self::Done(message) => {
                serde_json::to_string(&EventBody {
                    turn: None,
                    message: Some(message),
                })
            }
            Self::Delta(delta) => serde_json::to_string(delta),
            Self::Reasoning { message_id, text } => serde_json::to_string(&Thought {
                message_id: message_id.as_deref(),
                text,
            }),
            Self::Notice(notice) => serde_json::to_string(notice),
            Self::Error(fault) => serde_json::to_string(fault),
            Self::End(end) => serde_json::to_string(end),
        }
    }
}

/// Writes events in the format of the stream. JSON is on one line: whatever a model writes (line breaks,
/// `data:`, empty lines) is inside a JSON string and ends no event.
#[must_use]
pub(super) fn frame(events: &[Numbered]) -> Bytes {
    let mut out = BytesMut::new();
    for Numbered { seq, event } in events {
        // Our own events can always be written as JSON.
        let Ok(json) = event.to_json() else { continue };
        out.put_slice(format!("id: {seq}\nevent: {}\ndata: ", event.name()).as_bytes());
        out.put_slice(json.as_bytes());
        out.put_slice(b"\n\n");
    }
    out.freeze()
}
