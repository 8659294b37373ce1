//! The stored images that a draft names.

use std::collections::HashSet;

use super::draft::{DraftActor, ScenarioDraft};
use super::images::DraftImage;
use super::validate::DraftProblem;

/// The fields of a draft that name an image which was not uploaded to it.
pub(super) fn find_unknown_images(draft: &ScenarioDraft, known: &HashSet<String>) -> Vec<DraftProblem> {
    let mut find = Finder {
        known,
        unknown: Vec::new(),
    };
    find.image("/cover", draft.cover.as_ref());
    find.image("/banner", draft.banner.as_ref());
    for (place, actor) in draft.actors.iter().enumerate() {
        find.actor(&format!("/actors/{place}"), actor);
    }
    find.unknown
}

struct Finder<'a> {
    known: &'a HashSet<String>,
    unknown: Vec<DraftProblem>,
}

impl Finder<'_> {
    fn actor(&mut self, at: &str, actor: &DraftActor) {
        self.image(&format!("{at}/portrait"), actor.portrait.as_ref());
        for (place, expression) in actor.expressions.iter().enumerate() {
            self.image(
                &format!("{at}/expressions/{place}/image"),
                expression.image.as_ref(),
            );
        }
        for (place, picture) in actor.pictures.iter().enumerate() {
            self.key(&format!("{at}/pictures/{place}"), picture.key.as_deref());
        }
    }

    fn image(&mut self, at: &str, image: Option<&DraftImage>) {
        self.key(at, image.map(|image| image.key.as_str()));
    }

    fn key(&mut self, at: &str, key: Option<&str>) {
        if key.is_some_and(|key| !self.known.contains(key)) {
            self.unknown.push(DraftProblem {
                field: format!("{at}/key"),
                message: "This image was not uploaded to this scenario. Upload it again.".to_owned(),
            });
        }
    }
}
