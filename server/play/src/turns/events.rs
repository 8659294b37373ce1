//! What happens during a turn, and how it is written on a stream of server-sent events (L-11).

use accounts::safety::Notice;
use bytes::{BufMut, Bytes, BytesMut};
use kernel::Shekels;
use serde::Serialize;

use super::model::{Turn, TurnFault, TurnPrice};
use super::rules::utf16_len;
use crate::stories::Message;

/// The media type of a stream of events.
pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// A sign of life: a comment, not an event.
pub(super) const HEARTBEAT: &[u8] = b": \n\n";

/// Something that happened during a turn.
#[derive(Debug, Clone)]
pub(super) enum Event {
    /// How the turn stands at its beginning.
    Turn(Box<Turn>),
    /// What the player said was stored.
    Said(Box<Message>),
    /// The place of a reply was made.
    Message(Box<Message>),
    /// More text.
    Delta(Delta),
    /// What a model thinks before it writes.
    Reasoning {
        /// The reply it thinks about.
        message_id: Option<String>,
        /// More of it.
        text: String,
    },
    /// Something that the player has to be told.
    Notice(Notice),
    /// A reply is complete.
    Done(Box<Message>),
    /// What went wrong; the end follows.
    Error(TurnFault),
    /// How the turn stands, for those who missed what came before.
    Snapshot(Box<Turn>),
    /// The end.
    End(Box<End>),
}

/// More text of a reply, or of what goes to the composer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Delta {
    /// The reply; none: the turn's own text.
    pub(super) message_id: Option<String>,
    /// Where it goes, in UTF-16 units from the beginning.
    pub(super) offset: u64,
    /// The text.
    pub(super) text: String,
}

/// The end of a turn.
#[derive(Debug, Clone, Serialize)]
pub(super) struct End {
    /// How it ended.
    pub(super) turn: Turn,
    /// What it cost.
    pub(super) price: TurnPrice,
    /// What is in the wallet now; none for guests.
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
    /// Its name on the wire.
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

    /// Brings a turn up to date with this event.
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

    /// How much text it holds, in bytes, roughly.
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

    /// Takes the next event in, where both are pieces of the same text.
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

/// Events as they go over the wire. JSON on one line: whatever a model writes (line breaks, `data:`, empty
/// lines) is inside a JSON string and ends no event.
#[must_use]
pub(super) fn frame(events: &[Numbered]) -> Bytes {
    let mut out = BytesMut::new();
    for Numbered { seq, event } in events {
        // What we write ourselves can be written as JSON.
        let Ok(json) = event.to_json() else { continue };
        out.put_slice(format!("id: {seq}\nevent: {}\ndata: ", event.name()).as_bytes());
        out.put_slice(json.as_bytes());
        out.put_slice(b"\n\n");
    }
    out.freeze()
}
