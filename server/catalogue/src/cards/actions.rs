//! Use cases of listing, finding and reading cards.

use accounts::identity::{Person, Viewer};
use accounts::tags::BlockedContent;
use accounts::users;
use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use kernel::{Audience, Timestamp};
use platform::db::{Conn, Tx};
use platform::search::Kind;
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::Deserialize;
use utoipa::IntoParams;

use super::model::{Card, CardSearchResults};
use super::store::{self, CardPosition, load_with_deleted};
use super::{CardId, ratings};
use crate::AppState;
use crate::scenarios::{self, RequestedFilters, SearchParams, find_page, read_filters};

/// Parameters of a list of cards.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListCardsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// Only cards of this author: a name or an id.
    author: Option<String>,
}

/// Cards, the latest first.
///
/// # Errors
/// A cursor of another list.
pub(super) async fn list(
    app: &AppState,
    viewer: &Viewer,
    audience: Audience,
    params: ListCardsParams,
) -> Result<Page<Card>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let mut conn = app.db.read().await?;
    let author = match params
        .author
        .as_deref()
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        None => None,
        Some(name) => match users::find_id(&mut conn, name).await? {
            Some(id) => Some(id),
            None => {
                return Ok(Page {
                    results: Vec::new(),
                    next_cursor: None,
                });
            }
        },
    };
    let list = format!("cards:{author:?}");
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let page = store::list_newest(
        &mut conn,
        viewer.0.as_ref().map(|person| &person.user_id),
        audience,
        author.as_ref(),
        after,
        limit + 1,
    )
    .await?;
    let (ids, next_cursor) = cut_to_page(app, &list, page, limit);
    Ok(Page {
        results: load(&mut conn, viewer, audience, &ids).await?,
        next_cursor,
    })
}

/// The listed cards with these ids, with the viewer's ratings.
async fn load(
    conn: &mut Conn,
    viewer: &Viewer,
    audience: Audience,
    ids: &[String],
) -> Result<Vec<Card>, Problem> {
    let mut cards = store::load(conn, audience, ids).await?;
    if let Some(person) = &viewer.0 {
        ratings::mark_opinions(conn, &person.user_id, &mut cards).await?;
    }
    Ok(cards)
}

/// One card, for reading. A card for adults is refused to an audience that has not asked for such content,
/// except to its author and admins.
///
/// # Errors
/// 404 if there is no such listed card, 403 if it is not rated for this audience.
pub(super) async fn view(
    app: &AppState,
    viewer: &Viewer,
    audience: Audience,
    id: &CardId,
) -> Result<Card, Problem> {
    let mut conn = app.db.read().await?;
    let card = load(&mut conn, viewer, audience, &[id.to_string()])
        .await?
        .pop()
        .ok_or_else(|| Problem::not_found("card"))?;
    let display = &card.display_data;
    let is_own_or_admin = |person: &Person| person.is_admin() || person.user_id == display.author;
    if audience.admits(display.rating) || viewer.0.as_ref().is_some_and(is_own_or_admin) {
        return Ok(card);
    }
    Err(Problem::new(
        scenarios::ADULT_ONLY,
        "Its author rates this card as suitable for adults only.",
    )
    .with_extension("rating", display.rating.as_str()))
}

/// Parameters of the card search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchCardsParams {
    /// The search text; empty finds everything, the most popular first.
    q: Option<String>,
    /// Ids or slugs of tags that every result must have.
    #[serde(default)]
    pub(crate) wl_tags: Vec<String>,
    /// Ids or slugs of tags that no result may have.
    #[serde(default)]
    pub(crate) bl_tags: Vec<String>,
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

impl From<SearchCardsParams> for SearchParams {
    fn from(params: SearchCardsParams) -> Self {
        Self {
            q: params.q,
            wl_tags: params.wl_tags,
            bl_tags: params.bl_tags,
            bl_notes: Vec::new(),
            limit: params.limit,
            author: None,
            cursor: params.cursor,
        }
    }
}

/// Finds cards by text and tags, without what the caller has blocked.
///
/// # Errors
/// Too many tags, or a cursor of another search.
pub(crate) async fn search(
    app: &AppState,
    viewer: &Viewer,
    blocked: &BlockedContent,
    audience: Audience,
    params: SearchCardsParams,
) -> Result<CardSearchResults, Problem> {
    let mut conn = app.db.read().await?;
    let found = find_page(app, &mut conn, Kind::Card, blocked, audience, params.into()).await?;
    Ok(CardSearchResults {
        results: load(&mut conn, viewer, audience, &found.ids).await?,
        next_cursor: found.next_cursor,
        corrected_query: found.corrected,
    })
}

/// The best cards for a text, without what the caller has blocked.
///
/// # Errors
/// Database errors.
pub(super) async fn find_best(
    app: &AppState,
    viewer: &Viewer,
    blocked: &BlockedContent,
    audience: Audience,
    text: Option<String>,
    limit: u32,
) -> Result<Vec<Card>, Problem> {
    let mut conn = app.db.read().await?;
    let filters = read_filters(&mut conn, blocked, audience, RequestedFilters::default())
        .await?
        .unwrap_or_default();
    let ids = scenarios::find_best(&mut conn, Kind::Card, text, &filters, limit).await?;
    load(&mut conn, viewer, audience, &ids).await
}

/// Parameters of the list of liked cards.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LikedCardsParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// The cards this person likes, the latest first. Deleted ones keep their position.
///
/// # Errors
/// A cursor of another list.
pub(super) async fn list_liked(
    app: &AppState,
    person: &Person,
    params: LikedCardsParams,
) -> Result<Page<Card>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let list = format!("liked-cards:{}", person.user_id);
    let after = read_cursor(app, &list, params.cursor.as_deref())?.unwrap_or_else(CardPosition::start);
    let mut conn = app.db.read().await?;
    let page = ratings::list_liked(&mut conn, &person.user_id, person.audience, after, limit + 1).await?;
    let (ids, next_cursor) = cut_to_page(app, &list, page, limit);
    let mut results = load_with_deleted(&mut conn, person.audience, &ids).await?;
    ratings::mark_opinions(&mut conn, &person.user_id, &mut results).await?;
    Ok(Page { results, next_cursor })
}

/// Sets or removes a rating. Returns the card's likes and dislikes after that.
///
/// # Errors
/// 404 if there is no such listed card.
pub(super) async fn rate(
    tx: &mut Tx,
    user: &UserId,
    card: &CardId,
    liked: Option<bool>,
    now: Timestamp,
) -> Result<(i64, i64), Problem> {
    let card = card.as_str();
    // Locked, so that the counts stay in step with the rating that is read here.
    if !ratings::lock_card(tx, card).await? {
        return Err(Problem::not_found("card"));
    }
    let change = ratings::RATINGS.set(tx, card, user, liked, now).await?;
    Ok(ratings::add(tx, card, change).await?)
}
