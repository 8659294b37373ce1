//! The list of a person's own works.

use kernel::ids::UserId;
use kernel::paging::{MAX_LIMIT, Page, clamp_limit};
use kernel::{Rating, Timestamp};
use platform::db::{Conn, query_on};
use platform::image_judge::{AvatarMetric, verdicts_of};
use platform::media::AvatarUrls;
use platform::search::tokens;
use platform::web::{Problem, cut_to_page, read_cursor};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{Database, Encode, QueryBuilder, Type};
use utoipa::{IntoParams, ToSchema};

use super::model::{MyScenario, ScenarioState};
use super::prepare::shown_title;
use super::rules::{MAX_FILTER_TAGS, MAX_SEARCH_CHARS, MAX_SEARCH_WORDS};
use super::search_index::{tag_key, words_pattern};
use crate::AppState;
use crate::scenarios::{ScenarioId, ScenarioImages, ScenarioStats};

/// The order of one's own works (spec section 4, "My scenarios sort").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum MyScenariosSort {
    /// The last changed first.
    #[default]
    UpdatedOnDesc,
    /// The first changed first.
    UpdatedOnAsc,
    /// The newest first.
    CreatedOnDesc,
    /// The oldest first.
    CreatedOnAsc,
    /// By title.
    DisplayNameAsc,
}

impl MyScenariosSort {
    fn column(self) -> &'static str {
        match self {
            Self::UpdatedOnDesc | Self::UpdatedOnAsc => "d.updated_at",
            Self::CreatedOnDesc | Self::CreatedOnAsc => "d.created_at",
            Self::DisplayNameAsc => "d.title_key",
        }
    }

    fn is_ascending(self) -> bool {
        !matches!(self, Self::UpdatedOnDesc | Self::CreatedOnDesc)
    }
}

/// An age rating to filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum RatingFilter {
    /// Suitable for all ages.
    Everyone,
    /// Frightening or sad, or about grown-up things, without showing them.
    Mature,
    /// For adults.
    Explicit,
    /// For adults, and disturbing.
    Extreme,
    /// Not rated yet.
    NotRated,
}

impl RatingFilter {
    /// The rating; `None`: not rated.
    fn rating(self) -> Option<Rating> {
        match self {
            Self::Everyone => Some(Rating::Everyone),
            Self::Mature => Some(Rating::Mature),
            Self::Explicit => Some(Rating::Explicit),
            Self::Extreme => Some(Rating::Extreme),
            Self::NotRated => None,
        }
    }
}

/// How a work came here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum OriginFilter {
    /// It was begun here.
    Written,
    /// It was imported from a character card.
    Card,
}

/// Parameters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MyScenariosParams {
    /// How many, 1 to 100; 20 by default.
    limit: Option<i64>,
    /// The order; `updatedOnDesc` by default.
    #[param(inline)]
    sort: Option<MyScenariosSort>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// Only works with all of these words, or words that begin with them, in any of their texts: title,
    /// tagline, names of actors, openings, lore …
    q: Option<String>,
    /// Only works in this state.
    #[param(inline)]
    state: Option<ScenarioState>,
    /// Only works with this age rating.
    #[param(inline)]
    rating: Option<RatingFilter>,
    /// Only works with all of these tags, by name; at most 20.
    #[serde(default)]
    tag: Vec<String>,
    /// Only works that came here in this way.
    #[param(inline)]
    origin: Option<OriginFilter>,
    /// Whether to list the trash; false by default.
    trash: Option<bool>,
}

/// Where a page ended: the value that sorts by a time, the one that sorts by title, the id.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Position(i64, String, String);

/// Which works to list, in which order.
struct Filter<'a> {
    author: &'a UserId,
    sort: MyScenariosSort,
    /// The pattern of the words that are looked for.
    words: Option<String>,
    state: Option<ScenarioState>,
    rating: Option<RatingFilter>,
    /// Their keys.
    tags: Vec<String>,
    origin: Option<OriginFilter>,
    in_trash: bool,
}

impl Filter<'_> {
    /// The name of this list, to which its cursors belong.
    fn list_name(&self) -> String {
        let Self {
            author,
            sort,
            words,
            state,
            rating,
            tags,
            origin,
            in_trash,
        } = self;
        format!(
            "my-scenarios:{author}:{sort:?}:{state:?}:{rating:?}:{origin:?}:{in_trash}:{}:{}",
            tags.join("|"),
            words.as_deref().unwrap_or_default()
        )
    }
}

#[derive(sqlx::FromRow)]
struct WorkRow {
    id: String,
    version: i64,
    state: String,
    title: String,
    tagline: String,
    title_key: String,
    rating: Option<String>,
    tags: Json<Vec<String>>,
    images: Json<ScenarioImages>,
    published_version: Option<i64>,
    missing_count: i64,
    card_hash: Option<String>,
    created_at: i64,
    updated_at: i64,
    deleted_at: Option<i64>,
    authorname: String,
}

/// A page of this person's works.
///
/// # Errors
/// 400 for a cursor of another list, and for too many tags.
pub(super) async fn list(
    app: &AppState,
    author: &UserId,
    params: MyScenariosParams,
) -> Result<Page<MyScenario>, Problem> {
    let limit = clamp_limit(params.limit, MAX_LIMIT);
    let filter = Filter {
        author,
        sort: params.sort.unwrap_or_default(),
        words: words_pattern(search_words(params.q.as_deref().unwrap_or_default())),
        state: params.state,
        rating: params.rating,
        tags: tag_keys(&params.tag)?,
        origin: params.origin,
        in_trash: params.trash.unwrap_or(false),
    };
    let name = filter.list_name();
    let after = read_cursor(app, &name, params.cursor.as_deref())?;
    let mut conn = app.db.read().await?;
    let rows = read_rows(&mut conn, &filter, after, limit + 1).await?;
    let covers: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.images.cover.as_deref())
        .collect();
    let mut verdicts = verdicts_of(&mut conn, &covers).await?;
    let rows = rows
        .into_iter()
        .map(|row| {
            let cover = row.images.cover.as_deref().and_then(|key| verdicts.remove(key));
            position_and_view(
                row,
                cover.map_or_else(Vec::new, |verdict| verdict.metrics),
                &filter,
            )
        })
        .collect();
    let (results, next_cursor) = cut_to_page(app, &name, rows, limit);
    Ok(Page { results, next_cursor })
}

fn search_words(text: &str) -> Vec<String> {
    let text: String = text.chars().take(MAX_SEARCH_CHARS).collect();
    let mut words = tokens::words(&text);
    words.truncate(MAX_SEARCH_WORDS);
    words
}

fn tag_keys(tags: &[String]) -> Result<Vec<String>, Problem> {
    if tags.len() > MAX_FILTER_TAGS {
        let message = format!("Filter by at most {MAX_FILTER_TAGS} tags.");
        return Err(Problem::bad_request(message.as_str()).with_field("tag", message));
    }
    let named = tags.iter().filter(|tag| !tag.trim().is_empty());
    Ok(named.map(|tag| tag_key(tag)).collect())
}

async fn read_rows(
    conn: &mut Conn,
    filter: &Filter<'_>,
    after: Option<Position>,
    limit: u32,
) -> sqlx::Result<Vec<WorkRow>> {
    let (column, is_ascending) = (filter.sort.column(), filter.sort.is_ascending());
    query_on!(conn, |x: D| {
        let mut query = QueryBuilder::<D>::new(
            "select d.id, d.version, d.state, d.title, d.tagline, d.title_key, d.rating, d.tags, d.images, \
             d.published_version, d.missing_count, d.card_hash, d.created_at, d.updated_at, d.deleted_at, u.authorname \
             from scenario_drafts d join users u on u.id = d.author_id ",
        );
        if filter.words.is_some() || !filter.tags.is_empty() {
            query.push("join scenario_draft_index i on i.draft_id = d.id ");
        }
        query.push("where d.author_id = ");
        query.push_bind(filter.author.as_str().to_owned());
        query.push(if filter.in_trash {
            " and d.deleted_at is not null"
        } else {
            " and d.deleted_at is null"
        });
        push_conditions(&mut query, filter);
        if let Some(Position(time, title, id)) = after {
            let beyond = if is_ascending { ">" } else { "<" };
            query.push(format!(" and ({column}, d.id) {beyond} ("));
            if filter.sort == MyScenariosSort::DisplayNameAsc {
                query.push_bind(title);
            } else {
                query.push_bind(time);
            }
            query.push(", ").push_bind(id).push(")");
        }
        let direction = if is_ascending { "" } else { " desc" };
        query.push(format!(" order by {column}{direction}, d.id{direction} limit "));
        query.push_bind(i64::from(limit));
        query.build_query_as::<WorkRow>().fetch_all(x).await
    })
}

/// The conditions that narrow the list.
fn push_conditions<'t, D: Database>(query: &mut QueryBuilder<D>, filter: &Filter<'_>)
where
    String: Encode<'t, D> + Type<D>,
{
    if let Some(state) = filter.state {
        query.push(" and d.state = ").push_bind(state.name().to_owned());
    }
    match filter.rating.map(RatingFilter::rating) {
        Some(Some(rating)) => {
            query
                .push(" and d.rating = ")
                .push_bind(rating.as_str().to_owned());
        }
        Some(None) => {
            query.push(" and d.rating is null");
        }
        None => {}
    }
    if let Some(origin) = filter.origin {
        query.push(match origin {
            OriginFilter::Written => " and d.card_hash is null",
            OriginFilter::Card => " and d.card_hash is not null",
        });
    }
    // A key of a tag has no character that means something in a pattern.
    for tag in &filter.tags {
        query.push(" and i.tags like ").push_bind(format!("%|{tag}|%"));
    }
    if let Some(pattern) = &filter.words {
        query.push(" and i.words like ").push_bind(pattern.clone());
    }
}

fn position_and_view(
    row: WorkRow,
    avatar_metrics: Vec<AvatarMetric>,
    filter: &Filter<'_>,
) -> (MyScenario, Position) {
    let position = match filter.sort {
        MyScenariosSort::UpdatedOnDesc | MyScenariosSort::UpdatedOnAsc => {
            Position(row.updated_at, String::new(), row.id.clone())
        }
        MyScenariosSort::CreatedOnDesc | MyScenariosSort::CreatedOnAsc => {
            Position(row.created_at, String::new(), row.id.clone())
        }
        MyScenariosSort::DisplayNameAsc => Position(0, row.title_key, row.id.clone()),
    };
    let state = ScenarioState::of_stored(&row.state);
    let view = MyScenario {
        id: ScenarioId::trusted(row.id),
        display_name: shown_title(&row.title).to_owned(),
        tagline: row.tagline,
        avatar_urls: AvatarUrls::from(&row.images.0),
        scenario_stats: ScenarioStats::default(),
        author: filter.author.clone(),
        authorname: row.authorname,
        created_on: Timestamp(row.created_at),
        updated_on: Timestamp(row.updated_at),
        tags: row.tags.0,
        tag_data: Vec::new(),
        avatar_metrics,
        rating: row.rating.as_deref().map(Rating::from_stored),
        public: state == ScenarioState::Public,
        state,
        version: row.version,
        has_changes: row
            .published_version
            .is_some_and(|published| published != row.version),
        missing_count: row.missing_count,
        from_card: row.card_hash.is_some(),
        deleted_on: row.deleted_at.map(Timestamp),
    };
    (view, position)
}
