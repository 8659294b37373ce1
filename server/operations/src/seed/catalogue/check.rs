//! The rules for every text of the catalogue.

use std::collections::{BTreeMap, BTreeSet};

use accounts::tags::TagKind;

use super::model::{Campaign, Card, Scenario};
use super::{Catalogue, CatalogueError};

/// Longest name of a scenario or card, in characters.
const MAX_NAME_CHARS: usize = 60;
/// Longest tagline, in characters (what a card shows whole: spec section 2.6).
const MAX_TAGLINE_CHARS: usize = 120;
/// Most actors of a starter scenario.
const MAX_ACTORS: usize = 5;
impl Catalogue {
    /// Checks that every text keeps its rules and that everything it names exists.
    ///
    /// # Errors
    /// [`CatalogueError::Unfit`] for the first that does not.
    pub(super) fn check(&self) -> Result<(), CatalogueError> {
        let known = Known {
            authors: self
                .authors
                .iter()
                .map(|author| author.authorname.as_str())
                .collect(),
            tags: self
                .tags
                .iter()
                .map(|tag| (tag.slug.as_str(), tag.kind))
                .collect(),
            scenarios: self
                .scenarios
                .iter()
                .map(|scenario| scenario.slug.as_str())
                .collect(),
        };
        self.scenarios
            .iter()
            .try_for_each(|scenario| known.check_scenario(scenario))?;
        self.cards.iter().try_for_each(|card| known.check_card(card))?;
        self.campaigns
            .iter()
            .try_for_each(|campaign| known.check_campaign(campaign))
    }
}

/// The names that a text may use.
struct Known<'a> {
    authors: BTreeSet<&'a str>,
    tags: BTreeMap<&'a str, TagKind>,
    scenarios: BTreeSet<&'a str>,
}

impl Known<'_> {
    fn check_scenario(&self, scenario: &Scenario) -> Result<(), CatalogueError> {
        let fit = Fit(&scenario.slug);
        fit.names(&scenario.name, &scenario.tagline)?;
        fit.require(self.authors.contains(scenario.author.as_str()), || {
            format!("no author {}", scenario.author)
        })?;
        fit.require(
            self.tags.get(scenario.genre.as_str()) == Some(&TagKind::Genre),
            || format!("no genre {}", scenario.genre),
        )?;
        fit.tags(&self.tags, &scenario.tags)?;
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
        Ok(())
    }

    fn check_card(&self, card: &Card) -> Result<(), CatalogueError> {
        let fit = Fit(&card.slug);
        fit.names(&card.name, &card.tagline)?;
        fit.require(self.authors.contains(card.author.as_str()), || {
            format!("no author {}", card.author)
        })?;
        fit.tags(&self.tags, &card.tags)?;
        let complete = if card.format == 0 {
            card.v2.is_some()
        } else {
            card.persona.is_some() && !card.scenes.is_empty()
        };
        fit.require(complete, || format!("format {} lacks its sections", card.format))?;
        fit.adults([(card.name.as_str(), card.check_adult())])?;
        Ok(())
    }

    fn check_campaign(&self, campaign: &Campaign) -> Result<(), CatalogueError> {
        let fit = Fit(&campaign.id);
        let named = campaign
            .hero
            .iter()
            .chain(campaign.sections.iter().flat_map(|section| &section.scenarios));
        for slug in named {
            fit.require(self.scenarios.contains(slug.as_str()), || {
                format!("no scenario {slug}")
            })?;
        }
        for section in &campaign.sections {
            fit.tags(&self.tags, section.tag.as_slice())?;
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

    /// Checks that all characters are adults and that their texts state it.
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
