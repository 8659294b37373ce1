//! The stored images that a draft names.

use std::collections::HashSet;

use super::draft::{DraftActor, ScenarioDraft};
use super::images::DraftImage;
use super::validate::DraftProblem;

/// A stored image that a draft names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedImage<'a> {
    /// Its place, as a JSON pointer.
    pub field: String,
    /// Its blob key.
    pub key: &'a str,
}

/// Every image that a draft names: cover, banner, portraits, expressions and further pictures.
#[must_use]
pub fn named_images(draft: &ScenarioDraft) -> Vec<NamedImage<'_>> {
    let mut list = Images(Vec::new());
    list.image("/cover", draft.cover.as_ref());
    list.image("/banner", draft.banner.as_ref());
    for (place, actor) in draft.actors.iter().enumerate() {
        list.actor(&format!("/actors/{place}"), actor);
    }
    list.0
}

/// The fields of a draft that name an image which was not uploaded to it.
pub(super) fn find_unknown_images(draft: &ScenarioDraft, known: &HashSet<String>) -> Vec<DraftProblem> {
    let unknown = named_images(draft)
        .into_iter()
        .filter(|image| !known.contains(image.key));
    unknown
        .map(|image| DraftProblem {
            field: format!("{}/key", image.field),
            message: "This image was not uploaded to this scenario. Upload it again.".to_owned(),
        })
        .collect()
}

struct Images<'a>(Vec<NamedImage<'a>>);

impl<'a> Images<'a> {
    fn actor(&mut self, at: &str, actor: &'a DraftActor) {
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

    fn image(&mut self, at: &str, image: Option<&'a DraftImage>) {
        self.key(at, image.map(|image| image.key.as_str()));
    }

    fn key(&mut self, at: &str, key: Option<&'a str>) {
        self.0.extend(key.map(|key| NamedImage {
            field: at.to_owned(),
            key,
        }));
    }
}
