//! Resolves a draft's references to this site: its scenario, portraits, persona and model.

use accounts::guests::{Owner, Player};
use accounts::users;
use catalogue::publishing;
use catalogue::scenarios::{self, ScenarioId, StoryTemplate};
use kernel::ErrorCode;
use platform::blobs::BlobKey;
use platform::db::Conn;
use platform::web::{Problem, Report};

use super::draft::{StoryDraft, same_name};
use super::rules::MAX_NAME_CHARS;
use crate::AppState;
use crate::stories::{self, ControlMode};

/// The scenario that a story belongs to.
#[derive(Debug)]
pub(super) struct LinkedScenario {
    pub(super) id: ScenarioId,
    /// The version that the file names if its player may play it, else the latest; `None`: it has no versions.
    pub(super) version: Option<i64>,
}

/// The scenario that the story belongs to, if its player may see it. Characters of the file who are also
/// actors of the scenario become those actors.
pub(super) async fn join_scenario(
    app: &AppState,
    player: &Player,
    draft: &mut StoryDraft,
    named: Option<ScenarioId>,
    report: &mut Report,
) -> Result<Option<LinkedScenario>, Problem> {
    let viewer = if let Player::Person(person) = player {
        Some(person)
    } else {
        None
    };
    let mut conn = app.db.read().await?;
    if let Some(id) = named {
        let template = scenarios::story_template(&mut conn, &id, viewer).await?;
        join_cast(draft, &template, report);
        return link(&mut conn, player, id, draft.scenario_version)
            .await
            .map(Some);
    }
    let Some(id) = draft
        .scenario_id
        .as_ref()
        .and_then(|id| id.parse::<ScenarioId>().ok())
    else {
        return Ok(None);
    };
    let is_free = match player {
        Player::Guest(_) => !stories::has_story_of(&mut conn, &Owner::from(player), id.as_str()).await?,
        Player::Person(_) => true,
    };
    match scenarios::story_template(&mut conn, &id, viewer).await {
        Ok(_) if is_free => link(&mut conn, player, id, draft.scenario_version)
            .await
            .map(Some),
        Ok(_) => {
            report.dropped(
                "story.scenarioID",
                "You already have a story from this scenario, so this one isn’t linked to it.",
            );
            Ok(None)
        }
        Err(problem) if matches!(problem.code(), ErrorCode::NOT_FOUND | ErrorCode::GONE) => {
            report.dropped(
                "story.scenarioID",
                "The scenario isn’t on this site. The story works without it.",
            );
            Ok(None)
        }
        Err(problem) => Err(problem),
    }
}

async fn link(
    conn: &mut Conn,
    player: &Player,
    id: ScenarioId,
    named: Option<i64>,
) -> Result<LinkedScenario, Problem> {
    let owner = Owner::from(player);
    let version = publishing::playable_version(conn, &id, owner.person(), named).await?;
    Ok(LinkedScenario { id, version })
}

/// Copies the scenario's data of those actors, and its own texts if the file has none.
fn join_cast(draft: &mut StoryDraft, template: &StoryTemplate, report: &mut Report) {
    for place in 0..draft.cast.len() {
        let Some(actor) = template
            .cast
            .iter()
            .find(|actor| same_name(&actor.name, &draft.cast[place].name))
        else {
            continue;
        };
        let old = draft.cast[place].id.clone();
        if draft.cast.iter().any(|one| one.id == actor.id.as_str()) && old != actor.id.as_str() {
            continue;
        }
        let one = &mut draft.cast[place];
        one.id = actor.id.to_string();
        one.avatar.clone_from(&actor.avatar);
        for (field, said) in [
            (&mut one.role, &actor.role),
            (&mut one.description, &actor.description),
            (&mut one.persona, &actor.persona),
            (&mut one.examples, &actor.examples),
        ] {
            if field.is_empty() {
                field.clone_from(said);
            }
        }
        report.changed(
            "characters",
            format!("{} is who they are in the scenario.", one.name),
        );
        let new = one.id.clone();
        rename_character(draft, &old, &new);
    }
    if draft.setup.description.is_empty() && draft.setup.setting.is_empty() {
        draft.setup = stories::Setup::from(template);
        report.changed("story.setup", "The scenario’s text is now the story’s setting.");
    }
}

/// Changes the id of a character of the draft wherever it occurs.
fn rename_character(draft: &mut StoryDraft, old: &str, new: &str) {
    for message in &mut draft.messages {
        if message.author_id.as_deref() == Some(old) {
            message.author_id = Some(new.to_owned());
        }
        for id in message.presence.iter_mut().flatten().filter(|id| **id == old) {
            new.clone_into(id);
        }
    }
    if draft.settings.puppet_id.as_deref() == Some(old) {
        draft.settings.puppet_id = Some(new.to_owned());
    }
}

/// Removes portraits that are not in the blob store.
pub(super) async fn check_portraits(app: &AppState, draft: &mut StoryDraft, report: &mut Report) {
    for one in &mut draft.cast {
        let Some(key) = one
            .avatar
            .as_ref()
            .and_then(|image| BlobKey::parse(&image.key).ok())
        else {
            continue;
        };
        if !matches!(app.blobs.head(&key).await, Ok(Some(_))) {
            one.avatar = None;
            report.dropped("characters.avatar", "Portraits aren’t included in the file.");
        }
    }
}

/// Resets settings that are invalid here: a persona that the player does not have, an unknown model, a puppet
/// who is not in the cast.
pub(super) async fn check_settings(
    app: &AppState,
    owner: &Owner,
    draft: &mut StoryDraft,
    report: &mut Report,
) -> Result<(), Problem> {
    check_persona(app, owner, draft, report).await?;
    if let Some(name) = draft.settings.chat_model.take_if(|name| !app.models.has(name)) {
        let name: String = name
            .chars()
            .filter(|c| !c.is_control())
            .take(MAX_NAME_CHARS)
            .collect();
        report.changed(
            "story.settings.chatModel",
            format!("This site has no model called {name}, so the default one is used."),
        );
    }
    let puppet = draft.settings.puppet_id.as_ref();
    if draft.settings.control_mode == ControlMode::Puppeteer
        && puppet.is_none_or(|id| draft.cast.iter().all(|one| one.id != *id))
    {
        draft.settings.control_mode = ControlMode::Default;
        draft.settings.puppet_id = None;
    }
    Ok(())
}

async fn check_persona(
    app: &AppState,
    owner: &Owner,
    draft: &mut StoryDraft,
    report: &mut Report,
) -> Result<(), Problem> {
    let Some(persona) = &draft.settings.selected_persona else {
        return Ok(());
    };
    let mut conn = app.db.read().await?;
    let profile = match owner.person() {
        Some(id) => users::find_player(&mut conn, id).await?,
        None => None,
    };
    if profile.is_none_or(|profile| !profile.personas.contains_key(persona)) {
        draft.settings.selected_persona = None;
        report.asked(
            "story.settings.selectedPersona",
            "You don’t have this persona. Choose one in the story’s settings.",
        );
    }
    Ok(())
}
