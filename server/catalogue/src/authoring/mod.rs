//! What an author works on: the draft of a scenario.
//!
//! A scenario has one actor or more; what an imported card becomes is a scenario, too. A [`ScenarioDraft`] is
//! one document that may be incomplete. This slice says what it may hold ([`validate`]), what is missing
//! before it can be published ([`missing`]), which of its texts people and models read ([`texts`]), and that
//! an edit never removes what was kept from a card ([`apply_edit`]).

mod content_notes;
mod draft;
mod edit;
mod images;
mod kept;
mod missing;
pub mod rules;
#[cfg(test)]
mod tests;
mod texts;
mod validate;

pub use content_notes::{ContentNote, ContentNotes};
pub use draft::{
    ActorNote, DraftActor, DraftBook, DraftExpression, DraftOpening, Making, PlayerRole, ScenarioDraft,
    WorkOrigin,
};
pub use edit::apply_edit;
pub use images::{Crop, DraftImage, DraftPicture, FocusPoint};
pub use kept::KeptCard;
pub use missing::missing;
pub use texts::{DraftText, TextReader, texts};
pub use validate::{DraftProblem, validate};

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "authoring",
    about: None,
    uses: &["llm", "lorebooks"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
