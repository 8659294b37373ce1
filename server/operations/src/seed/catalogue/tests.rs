use std::collections::{BTreeMap, BTreeSet};

use super::model::Actor;
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
