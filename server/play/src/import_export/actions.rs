//! Writing a story as a file, and storing a file as a story.

use std::collections::HashMap;
use std::io::Write;

use accounts::guests::Player;
use accounts::users;
use catalogue::scenarios::{self, ScenarioId, StoryTemplate};
use kernel::{ErrorCode, Timestamp};
use platform::blobs::BlobKey;
use platform::db::{Conn, Isolation, Tx};
use platform::web::{Problem, Report, ReportRow};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::draft::{Draft, DraftMessage, same_name};
use super::{markdown, native, store, tavern};
use crate::memory::{self, Fact, FactId, Summary};
use crate::stories::{
    self, Author, ControlMode, EmptyStory, ImportedMessage, MessageId, MessagePlace, MessageRow, Owner,
    Story, StoryImport,
};
use crate::{AppState, turns};

/// What a story is written as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub(super) enum Format {
    /// Everything, in our own JSON.
    #[default]
    Json,
    /// The line on which the reader is, with alternatives, for SillyTavern.
    Jsonl,
    /// The same line, to be read.
    Text,
}

/// Messages that are read at a time.
const PAGE: usize = 100;

/// Writes the file of a story.
pub(super) async fn export(
    conn: &mut Conn,
    story: &Story,
    format: Format,
    with_deleted: bool,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    match format {
        Format::Json => export_json(conn, story, with_deleted, now, to).await,
        Format::Jsonl => export_chat(conn, story, to).await,
        Format::Text => export_text(conn, story, now, to).await,
    }
}

/// Writes the line on which the reader is with what stands beside it, a page of messages at a time.
async fn export_chat(conn: &mut Conn, story: &Story, to: &mut impl Write) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let places = stories::list_places(conn, story).await?;
    let (extra, variables) = (
        store::find(conn, &story.id).await?,
        turns::find_variables(conn, story.id.as_str()).await?,
    );
    let steps = steps(story, &places);
    let chat = tavern::Chat {
        title: &story.title,
        setting: &story.setup.setting,
        note: &story.settings.authors_note,
        cast: cast.iter().map(|one| one.name.as_str()).collect(),
        user: steps
            .iter()
            .rev()
            .find(|step| step.place.author == Author::User)
            .map(|step| step.place.name.as_str()),
        created_at: story.created_at,
        variables: &variables.local,
        extra: Some(&extra),
    };
    let mut file = tavern::Writer::begin(to, &chat)?;
    for page in pages(&steps) {
        let ids: Vec<MessageId> = page
            .iter()
            .flat_map(|step| &step.same)
            .map(|place| MessageId::trusted(place.id.clone()))
            .collect();
        let extras = store::find_of_messages(conn, &ids).await?;
        let rows: HashMap<String, MessageRow> = stories::list_export_messages(conn, &ids)
            .await?
            .into_iter()
            .map(|one| (one.row.id.to_string(), one.row))
            .collect();
        for step in page {
            let Some(row) = rows.get(&step.place.id) else {
                continue;
            };
            let same: Vec<&MessageRow> = step.same.iter().filter_map(|place| rows.get(&place.id)).collect();
            let line = tavern::Line {
                author: row.author,
                name: &row.name,
                hidden: row.hidden,
                chosen: same.iter().position(|one| one.id == row.id).unwrap_or_default(),
                alternatives: same.iter().map(|one| alternative(one, &extras)).collect(),
            };
            file.message(&line)?;
        }
    }
    Ok(())
}

fn alternative<'a>(
    row: &'a MessageRow,
    extras: &'a HashMap<String, serde_json::Map<String, Value>>,
) -> tavern::Alternative<'a> {
    tavern::Alternative {
        content: &row.content,
        created_at: row.created_at,
        model: row.model.as_deref(),
        tokens: row.reply_tokens,
        extra: extras.get(row.id.as_str()),
    }
}

/// Writes the same line to be read, a page of messages at a time.
async fn export_text(
    conn: &mut Conn,
    story: &Story,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let places = stories::list_places(conn, story).await?;
    markdown::begin(to, &story.title, &cast)?;
    for page in path(story, &places).chunks(PAGE) {
        let ids: Vec<MessageId> = page
            .iter()
            .map(|place| MessageId::trusted(place.id.clone()))
            .collect();
        for one in stories::list_export_messages(conn, &ids).await? {
            markdown::message(to, &one.row)?;
        }
    }
    Ok(markdown::end(to, now)?)
}

/// Writes all of a story, a page of messages at a time.
///
/// # Errors
/// What the engine or the file reports.
pub async fn export_json(
    conn: &mut Conn,
    story: &Story,
    with_deleted: bool,
    now: Timestamp,
    to: &mut impl Write,
) -> Result<(), Problem> {
    let cast = stories::list_characters(conn, story).await?;
    let ids = stories::list_export_ids(conn, story, with_deleted).await?;
    let (facts, summaries) = memory::list_all(conn, &story.id).await?;
    let variables = turns::find_variables(conn, story.id.as_str()).await?;
    let extra = store::find(conn, &story.id).await?;
    let mut file = native::Writer::begin(to, story, &cast, &ids, extra, now)?;
    for page in ids.chunks(PAGE) {
        let mut prompts: HashMap<String, Value> = turns::find_prompts(conn, story.id.as_str(), page)
            .await?
            .into_iter()
            .collect();
        let mut extras = store::find_of_messages(conn, page).await?;
        for one in stories::list_export_messages(conn, page).await? {
            let prompt = prompts.remove(one.row.id.as_str()).map(without_texts);
            let extra = extras.remove(one.row.id.as_str()).unwrap_or_default();
            file.message(one, prompt, extra)?;
        }
    }
    Ok(file.end(&facts, &summaries, &variables)?)
}

/// A prompt's record without what was shown: its parts, their sizes and why.
fn without_texts(mut prompt: Value) -> Value {
    if let Some(parts) = prompt.get_mut("parts").and_then(Value::as_array_mut) {
        parts
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .for_each(|part| drop(part.remove("text")));
    }
    prompt
}

/// A step of the line on which the reader is: a message, and those that the same speaker could have said
/// instead, itself among them.
struct Step<'a> {
    place: &'a MessagePlace,
    same: Vec<&'a MessagePlace>,
}

/// The line on which the reader is, from its beginning.
fn path<'a>(story: &Story, places: &'a [MessagePlace]) -> Vec<&'a MessagePlace> {
    let by_id: HashMap<&str, &MessagePlace> = places.iter().map(|one| (one.id.as_str(), one)).collect();
    let above = |id: &str| by_id.get(id).copied();
    let first = story.head_id.as_ref().and_then(|id| above(id.as_str()));
    let mut path: Vec<&MessagePlace> =
        std::iter::successors(first, |place| place.parent_id.as_deref().and_then(above)).collect();
    path.reverse();
    path
}

/// The same with what stands beside it.
fn steps<'a>(story: &Story, places: &'a [MessagePlace]) -> Vec<Step<'a>> {
    let mut beside: HashMap<Option<&str>, Vec<&MessagePlace>> = HashMap::new();
    for one in places {
        beside.entry(one.parent_id.as_deref()).or_default().push(one);
    }
    let step = |place: &'a MessagePlace| {
        let siblings = beside.get(&place.parent_id.as_deref()).into_iter().flatten();
        Step {
            place,
            same: siblings
                .filter(|one| one.author == place.author && one.name == place.name)
                .copied()
                .collect(),
        }
    };
    path(story, places).into_iter().map(step).collect()
}

/// Cuts a line into pages: as many steps as have a page of messages, or one that has more by itself.
fn pages<'s, 'a>(steps: &'s [Step<'a>]) -> impl Iterator<Item = &'s [Step<'a>]> {
    let mut rest = steps;
    std::iter::from_fn(move || {
        let mut messages = 0;
        let fits = |step: &&Step<'_>| {
            messages += step.same.len();
            messages <= PAGE
        };
        let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
        let (page, left) = rest.split_at(count);
        rest = left;
        (!page.is_empty()).then_some(page)
    })
}

/// What an import made.
pub(super) struct Made {
    pub(super) story: Story,
    pub(super) report: Vec<ReportRow>,
}

/// Stores a draft as a story of this player. `scenario` is what they say it belongs to.
pub(super) async fn import(
    app: &AppState,
    player: &Player,
    mut draft: Draft,
    scenario: Option<ScenarioId>,
    mut report: Report,
) -> Result<Made, Problem> {
    let owner = Owner::from(player);
    let scenario = join_scenario(app, player, &mut draft, scenario, &mut report).await?;
    check_portraits(app, &mut draft, &mut report).await;
    check_settings(app, &owner, &mut draft, &mut report).await?;
    let now = app.clock.now();
    let begun_at = draft.created_at.unwrap_or(now).min(now);
    let blank = EmptyStory {
        scenario_id: scenario,
        card_id: None,
        title: draft.title.clone(),
        setup: draft.setup.clone(),
        settings: draft.settings.clone(),
        theme_id: draft.theme_id.clone(),
        ephemeral: false,
        anew: false,
        cast: draft.cast.clone(),
    };
    let head = draft.head.unwrap_or_default();
    let messages = std::mem::take(&mut draft.messages);
    let (for_import, safety) = (app.clone(), draft.safety);
    let prepared = tokio::task::spawn_blocking(move || {
        let messages = date(messages, begun_at, now);
        let extras = messages.iter().map(|one| store::write_extra(&one.extra));
        let extras = extras.collect::<serde_json::Result<Vec<_>>>()?;
        let messages = messages.into_iter().map(imported).collect();
        let import = StoryImport::new(&for_import, blank, begun_at, messages, head, safety);
        serde_json::Result::Ok((import, extras))
    });
    let (imported, extras) = prepared
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::internal)?;
    let (facts, summaries) = remembered(app, &draft, &imported, now);
    let (owner, draft, imported, extras, facts, summaries) =
        (&owner, &draft, &imported, &extras, &facts, &summaries);
    let story = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(keep(app, tx, owner, draft, imported, extras, facts, summaries))
        })
        .await?;
    Ok(Made {
        story,
        report: report.rows(),
    })
}

#[expect(
    clippy::too_many_arguments,
    reason = "one transaction over everything that was prepared for it"
)]
async fn keep(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    draft: &Draft,
    import: &StoryImport,
    extras: &[Option<store::Extra>],
    facts: &[Fact],
    summaries: &[Summary],
) -> Result<Story, Problem> {
    let story = stories::import(app, tx, owner, import).await?;
    memory::restore(tx, &story.id, facts, summaries).await?;
    if !draft.variables.is_empty() {
        turns::put_variables(tx, story.id.as_str(), &draft.variables).await?;
    }
    let extras: Vec<_> = import
        .ids()
        .zip(extras)
        .filter_map(|(id, extra)| Some((id, extra.as_ref()?)))
        .collect();
    store::put(tx, &story.id, &draft.extra, &extras).await?;
    Ok(story)
}

/// The scenario that the story belongs to, where its player may see it; whoever of the cast plays in it, too,
/// is who they are there.
async fn join_scenario(
    app: &AppState,
    player: &Player,
    draft: &mut Draft,
    named: Option<ScenarioId>,
    report: &mut Report,
) -> Result<Option<ScenarioId>, Problem> {
    let viewer = if let Player::Person(person) = player {
        Some(person)
    } else {
        None
    };
    let mut conn = app.db.read().await?;
    if let Some(id) = named {
        let template = scenarios::story_template(&mut conn, &id, viewer).await?;
        join_cast(draft, &template, report);
        return Ok(Some(id));
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
        Ok(_) if is_free => Ok(Some(id)),
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

/// Takes over what the scenario says of those who play in both, and of itself where the file says nothing.
fn join_cast(draft: &mut Draft, template: &StoryTemplate, report: &mut Report) {
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
        for message in &mut draft.messages {
            if message.author_id.as_deref() == Some(&old) {
                message.author_id = Some(new.clone());
            }
            for id in message.presence.iter_mut().flatten().filter(|id| **id == old) {
                id.clone_from(&new);
            }
        }
        if draft.settings.puppet_id.as_deref() == Some(&old) {
            draft.settings.puppet_id = Some(new);
        }
    }
    if draft.setup.description.is_empty() && draft.setup.setting.is_empty() {
        draft.setup = stories::Setup::from(template);
        report.changed("story.setup", "The scenario’s text is now the story’s setting.");
    }
}

/// Portraits are references into our own store: those that are not there are left out.
async fn check_portraits(app: &AppState, draft: &mut Draft, report: &mut Report) {
    for one in &mut draft.cast {
        let Some(key) = one.avatar.as_deref().and_then(|key| BlobKey::parse(key).ok()) else {
            continue;
        };
        if !matches!(app.blobs.head(&key).await, Ok(Some(_))) {
            one.avatar = None;
            report.dropped("characters.avatar", "Portraits aren’t included in the file.");
        }
    }
}

/// What only the player's own record can say.
async fn check_settings(
    app: &AppState,
    owner: &Owner,
    draft: &mut Draft,
    report: &mut Report,
) -> Result<(), Problem> {
    if let Some(persona) = draft.settings.selected_persona.clone() {
        let mut conn = app.db.read().await?;
        let profile = match owner.person() {
            Some(id) => users::find_player(&mut conn, id).await?,
            None => None,
        };
        if profile.is_none_or(|profile| !profile.personas.contains_key(&persona)) {
            draft.settings.selected_persona = None;
            report.asked(
                "story.settings.selectedPersona",
                "You don’t have this persona. Choose one in the story’s settings.",
            );
        }
    }
    if let Some(name) = draft.settings.chat_model.take_if(|name| !app.models.has(name)) {
        let name: String = name
            .chars()
            .filter(|c| !c.is_control())
            .take(super::rules::MAX_NAME_CHARS)
            .collect();
        report.changed(
            "story.settings.chatModel",
            format!("This site has no model called {name}, so the default one is used."),
        );
    }
    if draft.settings.control_mode == ControlMode::Puppeteer
        && draft
            .settings
            .puppet_id
            .as_ref()
            .is_none_or(|id| draft.cast.iter().all(|one| one.id != *id))
    {
        draft.settings.control_mode = ControlMode::Default;
        draft.settings.puppet_id = None;
    }
    Ok(())
}

/// Gives those without a date one after the message they follow. None is later than now.
fn date(mut messages: Vec<DraftMessage>, begun_at: Timestamp, now: Timestamp) -> Vec<DraftMessage> {
    for place in 0..messages.len() {
        let before = messages[place]
            .parent
            .and_then(|parent| messages[parent].created_at)
            .unwrap_or(begun_at);
        let at = messages[place]
            .created_at
            .unwrap_or_else(|| before.plus_millis(1));
        messages[place].created_at = Some(at.min(now));
    }
    messages
}

fn imported(one: DraftMessage) -> ImportedMessage {
    let at = one.created_at.unwrap_or_default();
    ImportedMessage {
        parent: one.parent,
        author: one.author,
        author_id: one.author_id,
        name: one.name,
        content: one.content,
        state: one.state,
        presence: one.presence,
        hidden: one.hidden,
        origin: one.origin,
        aside: one.aside,
        ending: one.ending,
        model: one.model,
        prompt_tokens: one.prompt_tokens,
        reply_tokens: one.reply_tokens,
        price: one.price,
        version: one.version,
        created_at: at,
        edited_at: one.edited_at,
        deleted_at: one.deleted_at,
        deleted_in: one.deleted_in,
        active_child: one.active_child,
        revisions: one
            .revisions
            .into_iter()
            .map(|old| {
                (
                    old.version,
                    stories::rules::clean_text(&old.content),
                    old.created_at.unwrap_or(at),
                )
            })
            .collect(),
    }
}

/// The draft's memory, tied to the messages as they are here.
fn remembered(
    app: &AppState,
    draft: &Draft,
    import: &StoryImport,
    now: Timestamp,
) -> (Vec<Fact>, Vec<Summary>) {
    let ids: Vec<_> = import.ids().cloned().collect();
    let depths: Vec<i64> = import.depths().collect();
    let fact = |(number, fact): (usize, &super::draft::DraftFact)| {
        let created_at = fact.created_at.unwrap_or_else(|| now.plus_millis(number as i64));
        Fact {
            id: FactId::trusted(app.random.id(now)),
            source_message_id: fact.message.map(|place| ids[place].clone()),
            text: fact.text.clone(),
            pinned: fact.pinned,
            version: fact.version,
            created_at,
            updated_at: fact.updated_at.unwrap_or(created_at),
        }
    };
    let new_ids: Vec<String> = draft.summaries.iter().map(|_| app.random.id(now)).collect();
    let summary = |(number, one): (usize, &super::draft::DraftSummary)| {
        let created_at = one.created_at.unwrap_or(now);
        Summary {
            id: new_ids[number].clone(),
            text: one.text.clone(),
            first_message_id: ids[one.first].clone(),
            last_message_id: ids[one.last].clone(),
            first_depth: depths[one.first],
            last_depth: depths[one.last],
            left_out: one.left_out.iter().map(|place| ids[*place].clone()).collect(),
            message_ids: Vec::new(),
            edited: one.edited,
            based_on: one.based_on.map(|place| new_ids[place].clone()),
            model: one.model.clone(),
            version: one.version,
            created_at,
            updated_at: one.updated_at.unwrap_or(created_at),
        }
    };
    (
        draft.facts.iter().enumerate().map(fact).collect(),
        draft.summaries.iter().enumerate().map(summary).collect(),
    )
}
