//! Stores a file as a story.

use accounts::guests::{Owner, Player};
use catalogue::scenarios::ScenarioId;
use kernel::Timestamp;
use platform::db::{Isolation, Tx};
use platform::web::{Problem, Report, ReportRow};

use super::draft::{DraftFact, DraftMessage, DraftSummary, StoryDraft};
use super::resolve::{LinkedScenario, check_portraits, check_settings, join_scenario};
use super::store;
use crate::memory::{self, Fact, FactId, Summary};
use crate::stories::{self, EmptyStory, ImportedMessage, Story, StoryImport};
use crate::{AppState, turns};

/// The result of an import.
pub(super) struct ImportedStory {
    pub(super) story: Story,
    pub(super) report: Vec<ReportRow>,
}

/// Everything that one transaction stores.
struct Prepared {
    import: StoryImport,
    draft: StoryDraft,
    /// The unknown fields of each message.
    extras: Vec<Option<store::Extra>>,
    facts: Vec<Fact>,
    summaries: Vec<Summary>,
}

/// Stores a draft as a story of this player. `scenario`: the scenario they say it belongs to.
pub(super) async fn import(
    app: &AppState,
    player: &Player,
    mut draft: StoryDraft,
    scenario: Option<ScenarioId>,
    mut report: Report,
) -> Result<ImportedStory, Problem> {
    let owner = &Owner::from(player);
    let scenario = join_scenario(app, player, &mut draft, scenario, &mut report).await?;
    check_portraits(app, &mut draft, &mut report).await;
    check_settings(app, owner, &mut draft, &mut report).await?;
    let prepared = &prepare(app, draft, scenario).await?;
    let story = app
        .db
        .transact(Isolation::Ordinary, |tx| {
            Box::pin(store_story(app, tx, owner, prepared))
        })
        .await?;
    Ok(ImportedStory {
        story,
        report: report.rows(),
    })
}

/// Does the slow work, away from the threads that answer requests.
async fn prepare(
    app: &AppState,
    mut draft: StoryDraft,
    scenario: Option<LinkedScenario>,
) -> Result<Prepared, Problem> {
    let now = app.clock.now();
    let begun_at = draft.created_at.unwrap_or(now).min(now);
    let empty = empty_story(&draft, scenario);
    let head = draft.head.unwrap_or_default();
    let messages = std::mem::take(&mut draft.messages);
    let (for_import, safety) = (app.clone(), draft.safety);
    let work = tokio::task::spawn_blocking(move || {
        let messages = date(messages, begun_at, now);
        let extras = messages.iter().map(|one| store::write_extra(&one.extra));
        let extras = extras.collect::<serde_json::Result<Vec<_>>>()?;
        let messages = messages.into_iter().map(imported).collect();
        let import = StoryImport::new(&for_import, empty, begun_at, messages, head, safety);
        serde_json::Result::Ok((import, extras))
    });
    let (import, extras) = work
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::internal)?;
    let (facts, summaries) = remembered(app, &draft, &import, now);
    Ok(Prepared {
        import,
        draft,
        extras,
        facts,
        summaries,
    })
}

fn empty_story(draft: &StoryDraft, scenario: Option<LinkedScenario>) -> EmptyStory {
    EmptyStory {
        scenario_version: scenario.as_ref().and_then(|linked| linked.version),
        scenario_id: scenario.map(|linked| linked.id),
        card_id: None,
        title: draft.title.clone(),
        setup: draft.setup.clone(),
        settings: draft.settings.clone(),
        theme_id: draft.theme_id.clone(),
        ephemeral: false,
        anew: false,
        cast: draft.cast.clone(),
    }
}

async fn store_story(
    app: &AppState,
    tx: &mut Tx,
    owner: &Owner,
    prepared: &Prepared,
) -> Result<Story, Problem> {
    let Prepared {
        import,
        draft,
        extras,
        facts,
        summaries,
    } = prepared;
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

/// Gives messages without a date the date after the message they follow. No date is later than now.
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

/// The draft's memory, with the ids of the stored messages.
fn remembered(
    app: &AppState,
    draft: &StoryDraft,
    import: &StoryImport,
    now: Timestamp,
) -> (Vec<Fact>, Vec<Summary>) {
    let ids: Vec<_> = import.ids().cloned().collect();
    let depths: Vec<i64> = import.depths().collect();
    let fact = |(number, fact): (usize, &DraftFact)| {
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
    let summary = |(number, one): (usize, &DraftSummary)| {
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
