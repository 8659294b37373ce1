//! The content of the files: a struct for each kind of table.

use accounts::tags::TagKind;
use kernel::{Rating, Timestamp};
use serde::Deserialize;

use super::super::adult_check::AdultCheck;

/// The language of all starter cards, whose model has no field for it.
pub(in crate::seed) const CARD_LANGUAGE: &str = "en";

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Author {
    pub(in crate::seed) authorname: String,
    pub(in crate::seed) name: String,
    pub(in crate::seed) bio: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Tag {
    pub(in crate::seed) slug: String,
    pub(in crate::seed) name: String,
    pub(in crate::seed) kind: TagKind,
    pub(in crate::seed) explicit: bool,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Campaign {
    pub(in crate::seed) id: String,
    pub(in crate::seed) header: String,
    pub(in crate::seed) body: String,
    pub(in crate::seed) hero: Vec<String>,
    pub(in crate::seed) sections: Vec<CampaignSection>,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct CampaignSection {
    pub(in crate::seed) term: String,
    pub(in crate::seed) tag: Option<String>,
    #[serde(default)]
    pub(in crate::seed) scenarios: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Scenario {
    pub(in crate::seed) slug: String,
    pub(in crate::seed) name: String,
    pub(in crate::seed) author: String,
    pub(in crate::seed) tagline: String,
    pub(in crate::seed) genre: String,
    #[serde(default)]
    pub(in crate::seed) rating: Rating,
    pub(in crate::seed) tags: Vec<String>,
    pub(in crate::seed) language: String,
    pub(in crate::seed) description: String,
    pub(in crate::seed) setting: String,
    pub(in crate::seed) author_note: Option<String>,
    #[serde(deserialize_with = "moment")]
    pub(in crate::seed) created: Timestamp,
    pub(in crate::seed) popularity: f64,
    pub(in crate::seed) actors: Vec<Actor>,
    pub(in crate::seed) openings: Vec<Opening>,
    #[serde(default)]
    pub(in crate::seed) example_dialogue: Vec<Line>,
}

#[derive(Debug, Clone, Deserialize)]
pub(in crate::seed) struct Actor {
    pub(in crate::seed) name: String,
    pub(in crate::seed) role: String,
    /// The words of these texts that state an adult age.
    pub(super) grown: String,
    pub(in crate::seed) description: String,
    pub(in crate::seed) persona: String,
    /// What the portrait shows.
    pub(super) figure: Option<String>,
}

impl Actor {
    /// Checks that they are an adult and that their texts state it.
    pub(super) fn check(&self, language: &str) -> Result<(), String> {
        let labels = [
            self.name.as_str(),
            &self.role,
            self.figure.as_deref().unwrap_or_default(),
        ];
        AdultCheck {
            language,
            stated: &self.grown,
            texts: &[&self.description, &self.role, &self.persona],
            labels: &labels,
        }
        .check()
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Opening {
    pub(in crate::seed) title: String,
    pub(in crate::seed) speaker: Option<String>,
    pub(in crate::seed) text: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Line {
    pub(in crate::seed) speaker: String,
    pub(in crate::seed) text: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct Card {
    pub(in crate::seed) slug: String,
    pub(in crate::seed) name: String,
    pub(in crate::seed) author: String,
    pub(in crate::seed) tagline: String,
    /// The words of these texts that state an adult age.
    pub(super) grown: String,
    pub(in crate::seed) description: String,
    #[serde(default)]
    pub(in crate::seed) rating: Rating,
    pub(in crate::seed) tags: Vec<String>,
    #[serde(deserialize_with = "moment")]
    pub(in crate::seed) created: Timestamp,
    pub(in crate::seed) popularity: f64,
    pub(in crate::seed) author_notes: String,
    pub(in crate::seed) format: u8,
    pub(in crate::seed) v2: Option<CardV2>,
    pub(in crate::seed) persona: Option<CardPersona>,
    #[serde(default)]
    pub(in crate::seed) scenes: Vec<CardScene>,
}

impl Card {
    /// Checks that they are an adult and that their texts state it.
    pub(super) fn check_adult(&self) -> Result<(), String> {
        let mut texts = vec![self.tagline.as_str(), &self.description];
        texts.extend(self.v2.as_ref().map(|v2| v2.personality.as_str()));
        texts.extend(
            self.persona
                .iter()
                .flat_map(|persona| [persona.persona.as_str(), &persona.body]),
        );
        AdultCheck {
            language: CARD_LANGUAGE,
            stated: &self.grown,
            texts: &texts,
            labels: &[&self.name],
        }
        .check()
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct CardV2 {
    pub(in crate::seed) personality: String,
    pub(in crate::seed) scenario: String,
    pub(in crate::seed) first_mes: String,
    pub(in crate::seed) mes_example: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct CardPersona {
    pub(in crate::seed) persona: String,
    pub(in crate::seed) somatics: String,
    pub(in crate::seed) emotive_tendencies: String,
    pub(in crate::seed) body: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::seed) struct CardScene {
    pub(in crate::seed) root_message: String,
    pub(in crate::seed) clothing: String,
    pub(in crate::seed) environment: String,
    pub(in crate::seed) initial_emotion: String,
    pub(in crate::seed) plan: String,
}

/// Accepts a TOML date-time as well as a string.
fn moment<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Toml(toml::value::Datetime),
        Text(String),
    }
    let text = match Written::deserialize(deserializer)? {
        Written::Toml(moment) => moment.to_string(),
        Written::Text(text) => text,
    };
    Timestamp::parse(&text).ok_or_else(|| serde::de::Error::custom("expected an RFC 3339 date and time"))
}
