//! What the published version of a scenario adds to a prompt: texts that no row of the story has, because its
//! player may not read them.

use catalogue::publishing::{self, ModelTexts};
use platform::db::Conn;
use platform::web::Problem;

use super::model::{CastView, DepthNote, PersonaView};
use crate::stories::{Character, Story};

/// The texts of the version that this story plays, joined to the story and its cast as they are in memory;
/// nothing of it may be stored or answered. `None`: its scenario has no versions.
///
/// # Errors
/// Database errors; 503 if too many versions are being read.
pub async fn join_version(
    conn: &mut Conn,
    story: &mut Story,
    cast: &mut [Character],
    persona: &mut PersonaView,
) -> Result<Option<ModelTexts>, Problem> {
    let (Some(id), Some(version)) = (&story.scenario_id, story.scenario_version) else {
        return Ok(None);
    };
    let Some(texts) = publishing::model_texts(conn, id, version).await? else {
        return Ok(None);
    };
    story.setup.setting.clone_from(&texts.setting);
    // It is for readers; no model reads it.
    story.setup.description.clear();
    for one in cast {
        if let Some(own) = texts.actor(&one.id) {
            one.description.clone_from(&own.description);
            one.persona.clone_from(&own.persona);
            one.examples.clone_from(&own.examples);
        }
    }
    if persona.description.trim().is_empty() {
        persona.description.clone_from(&texts.player_role.description);
    }
    Ok(Some(texts))
}

/// The note of an actor's own, for their prompt.
#[must_use]
pub fn with_note(view: CastView, texts: Option<&ModelTexts>) -> CastView {
    let note = texts
        .and_then(|texts| texts.actor(&view.id))
        .map(|own| &own.note)
        .filter(|note| !note.text.trim().is_empty());
    CastView {
        depth_note: note.map(|note| DepthNote {
            text: note.text.clone(),
            depth: note.depth,
            role: note.role,
        }),
        ..view
    }
}

/// What a version says to models besides descriptions, for the judge of what is played.
#[must_use]
pub fn instructions(texts: &ModelTexts) -> Vec<&str> {
    let mut found = Vec::new();
    for own in &texts.cast {
        found.extend([&own.system_prompt, &own.post_history, &own.note.text].map(String::as_str));
    }
    found.retain(|text| !text.is_empty());
    found
}
