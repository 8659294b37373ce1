//! Where the pictures of a card belong in the draft.

use crate::authoring::{DraftImage, ScenarioDraft};

pub use super::files::{AssetName, OWN_PICTURE};

/// A picture of a card that has to be stored, and where it belongs.
#[derive(Debug, Clone, PartialEq)]
pub struct CardPicture {
    /// Its index in the list of files that came with the card; `None`: the card contains it.
    pub asset: Option<usize>,
    /// The data URL that contains it; empty if it is a file.
    pub inline: String,
    /// The field of the card that names it, such as `data.assets[3]`; empty: none.
    pub field: String,
    /// Where it belongs.
    pub place: PicturePlace,
    /// What the card says of it; only the key is missing.
    pub image: DraftImage,
}

/// A place for a picture in a draft. Actors are named by their id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PicturePlace {
    /// The scenario's upright image.
    Cover,
    /// The scenario's wide image.
    Banner,
    /// An actor's portrait.
    Portrait {
        /// The actor.
        actor: String,
    },
    /// An expression of an actor.
    Expression {
        /// The actor.
        actor: String,
        /// Its name.
        name: String,
    },
    /// A further picture of an actor: a background, or another that texts can show.
    Picture {
        /// The actor.
        actor: String,
        /// Its index among the actor's pictures.
        index: usize,
    },
}

/// Puts a stored picture into its place. Returns whether the place is still there.
pub fn place_picture(draft: &mut ScenarioDraft, picture: &CardPicture, key: &str) -> bool {
    let image = || {
        Some(DraftImage {
            key: key.to_owned(),
            ..picture.image.clone()
        })
    };
    match &picture.place {
        PicturePlace::Cover => draft.cover = image(),
        PicturePlace::Banner => draft.banner = image(),
        PicturePlace::Portrait { actor } => match draft.actor_mut(actor) {
            Some(actor) => actor.portrait = image(),
            None => return false,
        },
        PicturePlace::Expression { actor, name } => {
            let expressions = draft.actor_mut(actor).map(|actor| &mut actor.expressions);
            match expressions.and_then(|all| all.iter_mut().find(|one| one.name == *name)) {
                Some(expression) => expression.image = image(),
                None => return false,
            }
        }
        PicturePlace::Picture { actor, index } => {
            match draft
                .actor_mut(actor)
                .and_then(|actor| actor.pictures.get_mut(*index))
            {
                Some(place) => place.key = Some(key.to_owned()),
                None => return false,
            }
        }
    }
    true
}
