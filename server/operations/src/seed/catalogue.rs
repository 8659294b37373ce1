//! The starter catalogue's files: reading and checking them. The format is described in
//! `catalogue/README.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use accounts::tags::TagKind;
use kernel::{Rating, Timestamp};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::grown::Grown;

/// Longest name of a scenario or card, in characters.
const MAX_NAME_CHARS: usize = 60;
/// Longest tagline, in characters (what a card shows whole: spec section 2.6).
const MAX_TAGLINE_CHARS: usize = 120;
/// Most actors of a starter scenario.
const MAX_ACTORS: usize = 5;
/// The language of all starter cards, whose model has no field for it.
const CARD_LANGUAGE: &str = "en";

/// What is wrong with the catalogue's files.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A file cannot be read.
    #[error("{path}: {cause}")]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A file is not TOML of the right shape.
    #[error("{path}: {cause}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where and why.
        cause: Box<toml::de::Error>,
    },
    /// A text breaks a rule or names something that is not there.
    #[error("{slug}: {what}")]
    Unfit {
        /// The scenario, card or campaign.
        slug: String,
        /// The rule.
        what: String,
    },
}

#[derive(Debug, Deserialize)]
pub(super) struct Author {
    pub(super) authorname: String,
    pub(super) name: String,
    pub(super) bio: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tag {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) kind: TagKind,
    pub(super) explicit: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Campaign {
    pub(super) id: String,
    pub(super) header: String,
    pub(super) body: String,
    pub(super) hero: Vec<String>,
    pub(super) sections: Vec<CampaignSection>,
}

#[derive(Debug, Deserialize)]
pub(super) struct CampaignSection {
    pub(super) term: String,
    pub(super) tag: Option<String>,
    #[serde(default)]
    pub(super) scenarios: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Scenario {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) author: String,
    pub(super) tagline: String,
    pub(super) genre: String,
    #[serde(default)]
    pub(super) rating: Rating,
    pub(super) tags: Vec<String>,
    pub(super) language: String,
    pub(super) description: String,
    pub(super) setting: String,
    pub(super) author_note: Option<String>,
    #[serde(deserialize_with = "moment")]
    pub(super) created: Timestamp,
    pub(super) popularity: f64,
    pub(super) actors: Vec<Actor>,
    pub(super) openings: Vec<Opening>,
    #[serde(default)]
    pub(super) example_dialogue: Vec<Line>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Actor {
    pub(super) name: String,
    pub(super) role: String,
    /// The words of the texts here that state an adult age.
    grown: String,
    pub(super) description: String,
    pub(super) persona: String,
    /// What the portrait shows.
    figure: Option<String>,
}

impl Actor {
    fn check(&self, language: &str) -> Result<(), String> {
        let labels = [
            self.name.as_str(),
            &self.role,
            self.figure.as_deref().unwrap_or_default(),
        ];
        Grown {
            language,
            stated: &self.grown,
            texts: &[&self.description, &self.role, &self.persona],
            labels: &labels,
        }
        .check()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Opening {
    pub(super) title: String,
    pub(super) speaker: Option<String>,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) speaker: String,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Card {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) author: String,
    pub(super) tagline: String,
    /// The words of the texts here that state an adult age.
    grown: String,
    pub(super) description: String,
    #[serde(default)]
    pub(super) rating: Rating,
    pub(super) tags: Vec<String>,
    #[serde(deserialize_with = "moment")]
    pub(super) created: Timestamp,
    pub(super) popularity: f64,
    pub(super) author_notes: String,
    pub(super) format: u8,
    pub(super) v2: Option<CardV2>,
    pub(super) persona: Option<CardPersona>,
    #[serde(default)]
    pub(super) scenes: Vec<CardScene>,
}

impl Card {
    fn check_grown(&self) -> Result<(), String> {
        let mut texts = vec![self.tagline.as_str(), &self.description];
        texts.extend(self.v2.as_ref().map(|v2| v2.personality.as_str()));
        texts.extend(
            self.persona
                .iter()
                .flat_map(|persona| [persona.persona.as_str(), &persona.body]),
        );
        Grown {
            language: CARD_LANGUAGE,
            stated: &self.grown,
            texts: &texts,
            labels: &[&self.name],
        }
        .check()
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct CardV2 {
    pub(super) personality: String,
    pub(super) scenario: String,
    pub(super) first_mes: String,
    pub(super) mes_example: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct CardPersona {
    pub(super) persona: String,
    pub(super) somatics: String,
    pub(super) emotive_tendencies: String,
    pub(super) body: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct CardScene {
    pub(super) root_message: String,
    pub(super) clothing: String,
    pub(super) environment: String,
    pub(super) initial_emotion: String,
    pub(super) plan: String,
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

/// Everything of `catalogue/`, checked.
pub(super) struct Catalogue {
    pub(super) authors: Vec<Author>,
    pub(super) tags: Vec<Tag>,
    pub(super) scenarios: Vec<Scenario>,
    pub(super) cards: Vec<Card>,
    pub(super) campaigns: Vec<Campaign>,
}

impl Catalogue {
    /// Reads and checks the folder.
    pub(super) fn read(folder: &Path) -> Result<Self, CatalogueError> {
        #[derive(Deserialize)]
        struct Authors {
            authors: Vec<Author>,
        }
        #[derive(Deserialize)]
        struct Tags {
            tags: Vec<Tag>,
        }
        #[derive(Deserialize)]
        struct Campaigns {
            campaigns: Vec<Campaign>,
        }
        let catalogue = Self {
            authors: read_file::<Authors>(&folder.join("authors.toml"))?.authors,
            tags: read_file::<Tags>(&folder.join("tags.toml"))?.tags,
            campaigns: read_file::<Campaigns>(&folder.join("campaigns.toml"))?.campaigns,
            scenarios: read_folder(&folder.join("scenarios"))?,
            cards: read_folder(&folder.join("cards"))?,
        };
        catalogue.check()?;
        Ok(catalogue)
    }

    fn check(&self) -> Result<(), CatalogueError> {
        let authors: BTreeSet<&str> = self
            .authors
            .iter()
            .map(|author| author.authorname.as_str())
            .collect();
        let tags: BTreeMap<&str, TagKind> = self
            .tags
            .iter()
            .map(|tag| (tag.slug.as_str(), tag.kind))
            .collect();
        let scenarios: BTreeSet<&str> = self
            .scenarios
            .iter()
            .map(|scenario| scenario.slug.as_str())
            .collect();
        for scenario in &self.scenarios {
            let fit = Fit(&scenario.slug);
            fit.names(&scenario.name, &scenario.tagline)?;
            fit.require(authors.contains(scenario.author.as_str()), || {
                format!("no author {}", scenario.author)
            })?;
            fit.require(tags.get(scenario.genre.as_str()) == Some(&TagKind::Genre), || {
                format!("no genre {}", scenario.genre)
            })?;
            fit.tags(&tags, &scenario.tags)?;
            fit.require((1..=MAX_ACTORS).contains(&scenario.actors.len()), || {
                "one to five actors are needed".to_owned()
            })?;
            fit.adults(
                scenario
                    .actors
                    .iter()
                    .map(|actor| (actor.name.as_str(), actor.check(&scenario.language))),
            )?;
            fit.require(!scenario.openings.is_empty(), || {
                "an opening is needed".to_owned()
            })?;
            for opening in &scenario.openings {
                let Some(speaker) = &opening.speaker else { continue };
                fit.require(scenario.actors.iter().any(|actor| actor.name == *speaker), || {
                    format!("no actor {speaker} for an opening")
                })?;
            }
        }
        for card in &self.cards {
            let fit = Fit(&card.slug);
            fit.names(&card.name, &card.tagline)?;
            fit.require(authors.contains(card.author.as_str()), || {
                format!("no author {}", card.author)
            })?;
            fit.tags(&tags, &card.tags)?;
            let complete = if card.format == 0 {
                card.v2.is_some()
            } else {
                card.persona.is_some() && !card.scenes.is_empty()
            };
            fit.require(complete, || format!("format {} lacks its sections", card.format))?;
            fit.adults([(card.name.as_str(), card.check_grown())])?;
        }
        for campaign in &self.campaigns {
            let fit = Fit(&campaign.id);
            let named = campaign
                .hero
                .iter()
                .chain(campaign.sections.iter().flat_map(|section| &section.scenarios));
            for slug in named {
                fit.require(scenarios.contains(slug.as_str()), || {
                    format!("no scenario {slug}")
                })?;
            }
            for section in &campaign.sections {
                fit.tags(&tags, section.tag.as_slice())?;
            }
        }
        Ok(())
    }
}

/// Checks one text; errors carry its slug.
struct Fit<'a>(&'a str);

impl Fit<'_> {
    fn require(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), CatalogueError> {
        if holds {
            Ok(())
        } else {
            Err(CatalogueError::Unfit {
                slug: self.0.to_owned(),
                what: what(),
            })
        }
    }

    fn names(&self, name: &str, tagline: &str) -> Result<(), CatalogueError> {
        self.require((1..=MAX_NAME_CHARS).contains(&name.chars().count()), || {
            "the name is empty or too long".to_owned()
        })?;
        self.require((1..=MAX_TAGLINE_CHARS).contains(&tagline.chars().count()), || {
            "the tagline is empty or too long".to_owned()
        })
    }

    /// Everybody in the starter catalogue is an adult and says so.
    fn adults<'a>(
        &self,
        checked: impl IntoIterator<Item = (&'a str, Result<(), String>)>,
    ) -> Result<(), CatalogueError> {
        checked.into_iter().try_for_each(|(name, adult)| {
            adult.or_else(|broken| self.require(false, || format!("{name} must be an adult: {broken}")))
        })
    }

    fn tags(&self, known: &BTreeMap<&str, TagKind>, tags: &[String]) -> Result<(), CatalogueError> {
        tags.iter()
            .try_for_each(|tag| self.require(known.contains_key(tag.as_str()), || format!("no tag {tag}")))
    }
}

fn read_file<T: DeserializeOwned>(path: &Path) -> Result<T, CatalogueError> {
    let text = std::fs::read_to_string(path).map_err(|cause| CatalogueError::Unreadable {
        path: path.to_owned(),
        cause,
    })?;
    toml::from_str(&text).map_err(|cause| CatalogueError::Malformed {
        path: path.to_owned(),
        cause: Box::new(cause),
    })
}

/// All TOML files of a folder in name order.
fn read_folder<T: DeserializeOwned>(folder: &Path) -> Result<Vec<T>, CatalogueError> {
    let unreadable = |cause| CatalogueError::Unreadable {
        path: folder.to_owned(),
        cause,
    };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.iter().map(|path| read_file(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starter() -> Catalogue {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalogue");
        Catalogue::read(&folder).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_starter_catalogue_is_large_and_varied() {
        let catalogue = starter();
        let genres: BTreeSet<&str> = catalogue
            .scenarios
            .iter()
            .map(|scenario| scenario.genre.as_str())
            .collect();
        assert!(
            catalogue.scenarios.len() >= 60,
            "{} scenarios",
            catalogue.scenarios.len()
        );
        assert!(genres.len() >= 12, "{genres:?}");
    }

    #[test]
    fn every_chip_of_the_home_page_has_two_starter_scenarios_for_everybody() {
        let catalogue = starter();
        for chip in [
            "furry",
            "futanari",
            "gay",
            "lesbian",
            "dominant",
            "romance",
            "submissive",
        ] {
            let found = catalogue
                .scenarios
                .iter()
                .filter(|scenario| scenario.tags.iter().any(|tag| tag == chip));
            assert!(found.count() >= 2, "{chip}");
            assert!(
                catalogue.tags.iter().any(|tag| tag.slug == chip && !tag.explicit),
                "{chip} hides its results"
            );
        }
        let explicit: BTreeSet<&str> = catalogue
            .tags
            .iter()
            .filter(|tag| tag.explicit)
            .map(|tag| tag.slug.as_str())
            .collect();
        for scenario in &catalogue.scenarios {
            assert!(
                !scenario.tags.iter().any(|tag| explicit.contains(tag.as_str())),
                "{}",
                scenario.slug
            );
        }
    }

    #[test]
    fn a_catalogue_with_a_child_on_stage_is_refused() {
        let mut catalogue = starter();
        let adult = catalogue.scenarios[0].actors[0].clone();
        catalogue.scenarios[0].actors[0].description = "Fifteen and quick.".to_owned();
        catalogue.scenarios[0].actors[0].grown = "Fifteen".to_owned();
        let refused = catalogue.check().expect_err("a child");
        assert!(refused.to_string().contains("must be an adult"), "{refused}");
        for figure in ["girl, fair skin", "boy"] {
            catalogue.scenarios[0].actors[0] = Actor {
                figure: Some(figure.to_owned()),
                ..adult.clone()
            };
            assert!(catalogue.check().is_err(), "{figure}");
        }
        catalogue.scenarios[0].actors[0] = adult;
        assert!(catalogue.check().is_ok());
        catalogue.cards[0].grown = "thirteen".to_owned();
        assert!(catalogue.check().is_err());
    }

    #[test]
    fn no_sentence_of_the_starter_catalogue_comes_twice() {
        let catalogue = starter();
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for scenario in &catalogue.scenarios {
            let openings = scenario.openings.iter().map(|opening| opening.text.as_str());
            let actors = scenario
                .actors
                .iter()
                .flat_map(|actor| [actor.description.as_str(), actor.persona.as_str()]);
            for text in openings
                .chain(actors)
                .chain([scenario.description.as_str(), scenario.setting.as_str()])
            {
                for sentence in text
                    .split_terminator(['.', '!', '?', '。', '\n'])
                    .map(str::trim)
                    .filter(|s| s.chars().count() > 30)
                {
                    let before = seen.insert(sentence.to_lowercase(), &scenario.slug);
                    assert!(
                        before.is_none(),
                        "{:?} and {} share: {sentence}",
                        before,
                        scenario.slug
                    );
                }
            }
        }
    }
}
