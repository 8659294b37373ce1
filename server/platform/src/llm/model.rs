//! What is asked of a model and what it answers: plain data, knowing nothing of stories.

use kernel::Shekels;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What may be known of a model before it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelInfo {
    /// By what name settings and requests refer to it.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// How much it can read and write together, in tokens.
    pub context_tokens: u32,
    /// The longest reply it may be asked for, in tokens.
    pub max_reply_tokens: u32,
    /// What a reply costs its reader.
    pub price: Shekels,
    /// Whether this is the built-in understudy: no model at all, and to be shown as such.
    pub is_demo: bool,
    /// What it can do.
    pub capabilities: Capabilities,
    /// What it costs the house.
    pub cost_per_million: CostPerMillion,
}

impl ModelInfo {
    /// What this much work costs the house, in millionths of the currency of [`CostPerMillion`], rounded up.
    #[must_use]
    pub fn cost_micros(&self, usage: Usage) -> u64 {
        let part = |tokens: u32, per_million: u64| u128::from(tokens) * u128::from(per_million);
        let sum = part(usage.prompt_tokens, self.cost_per_million.prompt)
            + part(usage.reply_tokens, self.cost_per_million.reply);
        u64::try_from(sum.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

/// What a model can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Capabilities {
    /// It takes system messages. Where it does not, their text goes into the first message of the user.
    pub system_role: bool,
    /// It thinks aloud before it answers.
    pub reasoning: bool,
    /// A last message of the assistant is carried on rather than answered.
    pub prefill: bool,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self {
            system_role: true,
            reasoning: false,
            prefill: false,
        }
    }
}

/// What a million tokens cost the house, in millionths of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CostPerMillion {
    /// Tokens read.
    pub prompt: u64,
    /// Tokens written.
    pub reply: u64,
}

/// One reply that is asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Request {
    /// The prompt.
    pub messages: Vec<ChatMessage>,
    /// Texts before which the reply ends. They are never part of it.
    pub stops: Vec<String>,
    /// The longest reply, in tokens; no more than the model's own limit is asked for.
    pub max_tokens: u32,
    /// How freely it chooses its words.
    pub sampling: Sampling,
    /// The same request as the understudy reads it. Providers never see it.
    pub demo: DemoRequest,
    /// Who asks, as an opaque word by which a provider can tell abusers apart; empty: not said.
    pub user_tag: String,
}

/// Whose message of a prompt this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PromptRole)]
pub enum Role {
    /// The author's and the house's instructions.
    System,
    /// The player, and whatever the model is to answer.
    User,
    /// The model itself.
    Assistant,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatMessage {
    /// Whose it is.
    pub role: Role,
    /// Who spoke, where a role has several voices. For the inspector and for templates; not sent to chat
    /// models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it says.
    pub content: String,
}

impl ChatMessage {
    /// A message without a name.
    #[must_use]
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self {
            role,
            name: None,
            content: content.into(),
        }
    }
}

/// How freely a model chooses its words. What is not set is left to the model. See [`Sampling::faults`] for
/// the ranges.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Sampling {
    /// 0: always the likeliest word. 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Only the likeliest words that make up this share. Above 0, at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Only this many of the likeliest words. 1 to 1,000, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<f64>,
    /// Only words at least this likely, measured by the likeliest. 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_p: Option<f64>,
    /// Against words that came often. -2 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
    /// Against words that came at all. -2 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presence_penalty: Option<f64>,
    /// Divides the likelihood of words that came. 0.5 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repetition_penalty: Option<f64>,
    /// The same seed asks for the same reply; models keep that more or less. At most 2^53 - 1, so that
    /// JavaScript can say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A part of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// More text; never empty.
    Text(String),
    /// More of what the model thinks aloud; never empty, and no part of the reply.
    Reasoning(String),
    /// The reply is complete. Always the last piece of a good reply.
    Finished {
        /// Why it ended.
        reason: Finish,
        /// What the provider counted, where it said so.
        usage: Option<Usage>,
    },
}

/// Why a complete reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model was done, or came to a stop sequence.
    Stop,
    /// It was as long as it may be.
    Length,
    /// The provider's filter cut it off.
    Filtered,
    /// The understudy has nothing more to play: the story ends with it.
    Ending,
}

/// Tokens that were read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Tokens read.
    pub prompt_tokens: u32,
    /// Tokens written.
    pub reply_tokens: u32,
}

/// A request as the understudy reads it: the scene, not the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DemoRequest {
    /// What is asked for.
    pub kind: DemoTask,
    /// The same request with the same seed gives the same text.
    pub seed: u64,
    /// Who speaks.
    pub speaker: CastMember,
    /// Everybody on stage but the player, the speaker among them.
    pub cast: Vec<CastMember>,
    /// The player's name.
    pub player: String,
    /// Who the player is; may be empty.
    pub persona: String,
    /// What the scenario says of itself: its description, and where and when it plays.
    pub setting: String,
    /// The scenario's language as a BCP 47 tag; none: recognised by its words.
    pub language: Option<String>,
    /// Texts of the lorebook entries that apply.
    pub lore: Vec<String>,
    /// What the story is called.
    pub title: String,
    /// Everything that was said on the path, oldest first. Only the understudy is given it.
    pub path: Vec<DemoLine>,
    /// What stands beside the reply that is asked for: other versions of it. Only the understudy is given
    /// them.
    pub versions: Vec<String>,
    /// Example dialogue, as blocks of `Name: text`.
    pub examples: Vec<String>,
    /// The latest lines as (name, text), newest last.
    pub recent: Vec<(String, String)>,
    /// About how long the reply shall be, in tokens.
    pub reply_tokens: u32,
    /// Whether the story goes on gently, because its player wrote of dying or of hurting themselves.
    pub gentle: bool,
}

/// One message of a path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DemoLine {
    /// Whether the player wrote it, under any name.
    pub by_player: bool,
    /// The name it was said under.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// What is asked of the understudy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DemoTask {
    /// The speaker's next line.
    #[default]
    Reply,
    /// More of the line that begins so; only what is new.
    Continue(String),
    /// A line for the player to say.
    Impersonate,
    /// The selected passage in other words.
    Rewrite {
        /// The passage.
        selection: String,
        /// What shall be different; may be empty.
        note: String,
    },
    /// Who speaks next, as `{"name": "…"}`.
    Director {
        /// From whom to choose.
        names: Vec<String>,
    },
    /// What happened in the recent lines.
    Summarise,
}

/// Somebody on stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CastMember {
    /// What they are called.
    pub name: String,
    /// What they are: "Clockmender, a wolf".
    pub role: String,
    /// What everybody may know of them.
    pub description: String,
    /// How they are and speak.
    pub persona: String,
}
