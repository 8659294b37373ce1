//! The use cases of own cards. Each is one of `authoring` or `publishing`, with the fields of a card.

use std::collections::HashMap;

use accounts::identity::Person;
use accounts::tags::BlockedContent;
use axum::http::StatusCode;
use kernel::ids::UserId;
use kernel::paging::{Page, clamp_limit};
use platform::db::Isolation;
use platform::idempotency::{Idempotency, Reply};
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::{Deserialize, Serialize};

use super::convert::{apply, card_field};
use super::errors::NOT_A_CARD;
use super::model::{CardListParams, OwnCard, OwnCardEdit, OwnCardForm};
use super::store::{self, CardPosition, FollowedCard};
use crate::AppState;
use crate::authoring::{self, DraftContent, NewDraft, ScenarioDraft, ScenarioState};
use crate::cards::{Card, CardDisplay, CardId, CardModel, CardModelV2, CardStats};
use crate::publishing::{self, PublishRequest};
use crate::scenarios::{self, Access, RequestedFilters, ScenarioId, ScenarioSummary};

/// The most cards of a page: their texts may be long.
const MAX_CARDS: u32 = 20;

/// The stored answer of a creation.
#[derive(Debug, Serialize, Deserialize)]
struct Created {
    id: ScenarioId,
}

/// Creates a card as a draft, once for each `key`, and publishes it if it is to be public.
///
/// # Errors
/// Those of creating a scenario and of publishing one, with the names of the card's fields. If it was created
/// and cannot be published, the problem has its `id`.
pub(super) async fn create(
    app: &AppState,
    author: &Person,
    key: &Idempotency,
    form: OwnCardForm,
) -> Result<Reply, Problem> {
    check_format(&form.card_model)?;
    let is_public = form.display_data.public == Some(true);
    let mut draft = ScenarioDraft::default();
    apply(&mut draft, form);
    let (draft, bytes) = checked(draft).await?;
    let content = DraftContent {
        draft,
        card: None,
        bytes,
    };
    let reply = NewDraft::new(app, &author.user_id)
        .create(key, content, |view| {
            serde_json::value::to_raw_value(&Created {
                id: view.id().clone(),
            })
        })
        .await
        .map_err(in_fields_of_cards)?;
    // A refusal that is kept for the key.
    if reply.status() != StatusCode::CREATED {
        return Ok(reply);
    }
    let Created { id } = reply.read()?;
    let mut card = find(app, &author.user_id, &id).await?;
    // A repeated call publishes nothing that was written since.
    if is_public && card.version == 1 && card.state == ScenarioState::Draft {
        publish(app, author, &id, card.version)
            .await
            .map_err(|problem| problem.with_extension("id", id.as_str()))?;
        card = find(app, &author.user_id, &id).await?;
    }
    reply.with_body(&card)
}

/// Saves a changed card, and publishes or withdraws it if that is asked for.
///
/// # Errors
/// Those of saving a scenario and of publishing one, with the names of the card's fields; 409 if it has
/// several actors. If it was saved and cannot be published or withdrawn, the problem has its new `version`.
pub(super) async fn edit(app: &AppState, author: &Person, edit: OwnCardEdit) -> Result<OwnCard, Problem> {
    let OwnCardEdit {
        id,
        version,
        card_model,
        display_data,
    } = edit;
    check_format(&card_model)?;
    let public = display_data.public;
    let form = OwnCardForm {
        card_model,
        display_data,
    };
    let user = &author.user_id;
    let mut conn = app.db.read().await?;
    let stored = authoring::find_publishable(&mut conn, user, &id).await?;
    drop(conn);
    let stored_bytes = stored.document.get().len();
    let edited = authoring::compute(stored_bytes, move || {
        let mut draft = authoring::read_document(&stored.document)?;
        if draft.actors.len() != 1 {
            return Err(not_a_card());
        }
        apply(&mut draft, form);
        serde_json::to_vec(&draft).map_err(Problem::internal)
    })
    .await?;
    let status = authoring::save(app, user, &id, version, edited.into())
        .await
        .map_err(in_fields_of_cards)?;
    let shown = match (public, status.state()) {
        (Some(true), _) => publish(app, author, &id, status.version()).await,
        (Some(false), ScenarioState::Public | ScenarioState::Unlisted | ScenarioState::InReview) => {
            publishing::withdraw(app, user, &id).await.map(drop)
        }
        _ => Ok(()),
    };
    shown.map_err(|problem| problem.with_extension("version", status.version()))?;
    find(app, user, &id).await
}

/// Moves a card into the trash. Repeating it changes nothing.
///
/// # Errors
/// 404 if this person has no such scenario, 409 if it has several actors.
pub(super) async fn delete(app: &AppState, author: &UserId, id: &ScenarioId) -> Result<(), Problem> {
    let mut conn = app.db.read().await?;
    match authoring::find_publishable(&mut conn, author, id).await {
        Ok(_) => {
            store::find_own(&mut conn, author, id)
                .await?
                .ok_or_else(not_a_card)?;
        }
        Err(problem) if problem.code() == authoring::DRAFT_IN_TRASH => {}
        Err(problem) => return Err(problem),
    }
    drop(conn);
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(authoring::delete(app, tx, author, id, false))
    });
    use_case.await?;
    // It may have been public.
    scenarios::invalidate(app, author, id);
    Ok(())
}

/// The caller's cards, the last changed first.
///
/// # Errors
/// 400 for a cursor of another list.
pub(super) async fn list_own(
    app: &AppState,
    author: &UserId,
    params: CardListParams,
) -> Result<Page<OwnCard>, Problem> {
    let limit = clamp_limit(params.limit, MAX_CARDS);
    let list = format!("own-cards:{author}");
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let mut conn = app.db.read().await?;
    let rows = store::list_own(&mut conn, author, after, limit + 1).await?;
    let (results, next_cursor) = cut_to_page(app, &list, rows, limit);
    Ok(Page { results, next_cursor })
}

/// Published cards by those whom the caller follows, the latest first.
///
/// # Errors
/// 400 for a cursor of another list.
pub(super) async fn list_followed(
    app: &AppState,
    reader: &Person,
    params: CardListParams,
) -> Result<Page<Card>, Problem> {
    let limit = clamp_limit(params.limit, MAX_CARDS);
    let list = format!("followed-cards:{}", reader.user_id);
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let mut conn = app.db.read().await?;
    let blocked = BlockedContent::of(&mut conn, &reader.user_id).await?;
    let requested = RequestedFilters::default();
    let Some(filters) = scenarios::read_filters(&mut conn, &blocked, reader.audience, requested).await?
    else {
        return Ok(Page {
            results: Vec::new(),
            next_cursor: None,
        });
    };
    let rows = store::list_followed(&mut conn, &reader.user_id, &filters, after, limit + 1).await?;
    let (rows, next_cursor) = cut_to_page(app, &list, rows, limit);
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let summaries = scenarios::load_summaries(&mut conn, reader.audience, &ids).await?;
    let mut summaries: HashMap<String, ScenarioSummary> = summaries
        .into_iter()
        .map(|summary| (summary.display.id.to_string(), summary))
        .collect();
    // A scenario that was withdrawn meanwhile has no summary.
    let cards = rows
        .into_iter()
        .filter_map(|row| summaries.remove(&row.id).map(|summary| card_of(row, summary)));
    Ok(Page {
        results: cards.collect(),
        next_cursor,
    })
}

/// What readers see of a listed scenario, as a card.
fn card_of(row: FollowedCard, summary: ScenarioSummary) -> Card {
    let (display, engram, stats) = (summary.display, row.engram.0, summary.scenario_stats);
    Card {
        id: CardId::trusted(row.id),
        interface: row.interface.map(|json| json.0),
        card_model: CardModel::V2(CardModelV2 {
            format: 0,
            name: row.name,
            description: row.description,
            personality: String::new(),
            scenario: engram.setting,
            messages: engram.openings.into_iter().map(|opening| opening.text).collect(),
            mes_example: String::new(),
        }),
        display_data: CardDisplay {
            display_name: display.display_name,
            author: display.author,
            authorname: display.authorname,
            created_on: display.created_on,
            updated_on: display.updated_on,
            description: String::new(),
            author_notes: engram.description,
            tagline: display.tagline,
            tags: display.tags,
            tag_data: display.tag_data,
            avatar: display.avatar_urls.avatar.clone(),
            avatar_urls: display.avatar_urls,
            public: display.public,
            // Lists show no hidden ones.
            hidden: false,
            avatar_metrics: display.avatar_metrics,
            explicit: display.explicit,
            rating: display.rating,
        },
        card_stats: CardStats {
            chats_created: stats.chats_created,
            likes: stats.user_ratings.likes,
            dislikes: stats.user_ratings.dislikes,
            messages_sent: stats.messages_sent,
        },
        liked: row.liked == Some(true),
        disliked: row.liked == Some(false),
        deleted: false,
    }
}

async fn publish(app: &AppState, author: &Person, id: &ScenarioId, version: i64) -> Result<(), Problem> {
    let request = PublishRequest {
        version,
        access: Access::Public,
    };
    publishing::publish(app, author, id, request)
        .await
        .map(drop)
        .map_err(in_fields_of_cards)
}

/// A card of this person.
async fn find(app: &AppState, author: &UserId, id: &ScenarioId) -> Result<OwnCard, Problem> {
    let mut conn = app.db.read().await?;
    store::find_own(&mut conn, author, id)
        .await?
        .ok_or_else(|| Problem::not_found("card"))
}

/// The draft as it is read from a request, with the number of its bytes.
async fn checked(draft: ScenarioDraft) -> Result<(ScenarioDraft, usize), Problem> {
    let json = serde_json::to_vec(&draft).map_err(Problem::internal)?;
    let bytes = json.len();
    let draft = authoring::compute(bytes, move || authoring::parse_draft(&json)).await;
    Ok((draft.map_err(in_fields_of_cards)?, bytes))
}

fn check_format(model: &CardModelV2) -> Result<(), Problem> {
    if model.format == 0 {
        return Ok(());
    }
    Err(Problem::invalid(
        "/cardModel/format",
        "Only cards of format 0 can be written.",
    ))
}

fn not_a_card() -> Problem {
    Problem::new(
        NOT_A_CARD,
        "It has several actors, or none. Edit it as a scenario.",
    )
}

fn in_fields_of_cards(problem: Problem) -> Problem {
    problem.map_fields(card_field)
}
