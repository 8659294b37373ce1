//! What the search index holds of an author's works, once the author has another name.
//!
//! The index knows a work by its author's name as well. The transaction of the rename brings the first works
//! up to date; where there are more, a row of `renamed_authors` says how far it has come, and the chores do
//! the rest, some at a time, whatever becomes of the process. Filters by author need none of it: they go by
//! the author's id.

use std::collections::HashMap;

use accounts::users;
use kernel::Rating;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx, query_on, statements};
use platform::search::{self, Doc, Kind};
use platform::web::Problem;
use sqlx::types::Json;

use crate::AppState;
use crate::scenarios::Engram;

/// Works that one transaction brings up to date: a few milliseconds each, for which other writers wait.
pub const WORKS_AT_ONCE: usize = 100;
/// Authors looked after in one round of the chores; the rest waits for the next.
const MAX_AUTHORS: i64 = 20;

statements! {
    LIST_SCENARIOS_OF = "
        select id, display_name, tagline, engram, rating
        from scenarios
        where author_id = $1 and id > $2
        order by id
        limit $3";
    LIST_CARDS_OF = "
        select id, display_name, tagline, description, rating
        from cards
        where author_id = $1 and id > $2
        order by id
        limit $3";
    LIST_TAGS_OF_SCENARIOS = "
        select st.scenario_id, t.id, t.display_name
        from scenario_tags st
        join scenarios s on s.id = st.scenario_id
        join tags t on t.id = st.tag_id
        where s.author_id = $1 and s.id > $2 and s.id <= $3";
    LIST_TAGS_OF_CARDS = "
        select ct.card_id, t.id, t.display_name
        from card_tags ct
        join cards c on c.id = ct.card_id
        join tags t on t.id = ct.tag_id
        where c.author_id = $1 and c.id > $2 and c.id <= $3";
    LIST_ACTORS_OF_SCENARIOS = "
        select a.scenario_id, a.name
        from scenario_actors a
        join scenarios s on s.id = a.scenario_id
        where s.author_id = $1 and s.id > $2 and s.id <= $3";
    PUT_RENAMED = "
        insert into renamed_authors (author_id, kind, after_id)
        values ($1, $2, $3)
        on conflict (author_id) do update set kind = excluded.kind, after_id = excluded.after_id";
    FIND_RENAMED = "select kind, after_id from renamed_authors where author_id = $1";
    LIST_RENAMED = "select author_id from renamed_authors order by author_id limit $1";
    DELETE_RENAMED = "delete from renamed_authors where author_id = $1";
}

/// How far the index has come with an author.
struct Progress {
    kind: Kind,
    after: String,
}

/// A work, as far as it can be found.
struct Work {
    id: String,
    name: String,
    body: Vec<String>,
    rating: String,
    tags: Vec<(String, String)>,
    actors: Vec<String>,
}

/// Brings the works of an author who has this name from now on up to date, or begins to. Part of the
/// transaction of the rename, which has taken the author's row.
///
/// # Errors
/// Database errors.
pub async fn begin(tx: &mut Tx, author: &UserId, name: &str) -> sqlx::Result<()> {
    let start = Progress {
        kind: Kind::Scenario,
        after: String::new(),
    };
    let mut left = step(tx, author, name, start).await?;
    if let Some(cards @ Progress { kind: Kind::Card, .. }) = left {
        left = step(tx, author, name, cards).await?;
    }
    keep(tx, author, left.as_ref()).await
}

/// Does what [`begin`] has left, of some authors; how many are done. Safe to run at any time, also twice at
/// once.
///
/// # Errors
/// The first that failed; the next run goes on where it stopped.
pub async fn finish(app: &AppState) -> Result<u64, Problem> {
    let mut conn = app.db.read().await?;
    let authors = query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_RENAMED)
        .bind(MAX_AUTHORS)
        .fetch_all(x)
        .await)?;
    drop(conn);
    let mut done = 0;
    for author in authors.into_iter().map(UserId::trusted) {
        let author = &author;
        while app
            .db
            .transact(Isolation::Ordinary, |tx| Box::pin(go_on(tx, author)))
            .await?
        {}
        app.changes.lists();
        done += 1;
    }
    Ok(done)
}

/// Does some more; whether anything is left.
async fn go_on(tx: &mut Tx, author: &UserId) -> Result<bool, Problem> {
    // Takes the author's row, as a rename does: the name that is read stays the author's until this is
    // committed.
    let Some(author_row) = users::take_profile(tx, author).await? else {
        return Ok(false);
    };
    let row: Option<(String, String)> = query_on!(tx, |x: D| sqlx::query_as::<D, _>(FIND_RENAMED)
        .bind(author.as_str())
        .fetch_optional(x)
        .await)?;
    let Some((kind, after)) = row else {
        return Ok(false);
    };
    let kind = if kind == Kind::Card.as_str() {
        Kind::Card
    } else {
        Kind::Scenario
    };
    let left = step(tx, author, &author_row.authorname, Progress { kind, after }).await?;
    keep(tx, author, left.as_ref()).await?;
    Ok(left.is_some())
}

async fn keep(tx: &mut Tx, author: &UserId, left: Option<&Progress>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| match left {
        Some(Progress { kind, after }) => sqlx::query::<D>(PUT_RENAMED)
            .bind(author.as_str())
            .bind(kind.as_str())
            .bind(after)
            .execute(x)
            .await
            .map(drop),
        None => sqlx::query::<D>(DELETE_RENAMED)
            .bind(author.as_str())
            .execute(x)
            .await
            .map(drop),
    })
}

/// Brings some works up to date; what is left.
async fn step(tx: &mut Tx, author: &UserId, name: &str, from: Progress) -> sqlx::Result<Option<Progress>> {
    let works = works(tx, author, &from).await?;
    let docs: Vec<Doc<'_>> = works
        .iter()
        .map(|work| Doc {
            item_id: &work.id,
            name: &work.name,
            labels: work
                .tags
                .iter()
                .map(|(_, name)| name.as_str())
                .chain([name])
                .chain(work.actors.iter().map(String::as_str))
                .collect(),
            body: work.body.iter().map(String::as_str).collect(),
            tag_ids: work.tags.iter().map(|(id, _)| id.as_str()).collect(),
            author_id: author.as_str(),
            rating: Rating::from_stored(&work.rating),
            // Their places are kept.
            popularity: 0,
        })
        .collect();
    search::reword_docs(tx, from.kind, &docs, name).await?;
    Ok(match (works.last(), from.kind) {
        (Some(last), kind) if works.len() == WORKS_AT_ONCE => Some(Progress {
            kind,
            after: last.id.clone(),
        }),
        (_, Kind::Scenario) => Some(Progress {
            kind: Kind::Card,
            after: String::new(),
        }),
        (_, Kind::Card) => None,
    })
}

/// The next works of an author, with their tags and actors.
async fn works(conn: &mut Conn, author: &UserId, from: &Progress) -> sqlx::Result<Vec<Work>> {
    let limit = i64::try_from(WORKS_AT_ONCE).unwrap_or(i64::MAX);
    let mut works: Vec<Work> = match from.kind {
        Kind::Scenario => {
            let rows: Vec<(String, String, String, Json<Engram>, String)> =
                query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_SCENARIOS_OF)
                    .bind(author.as_str())
                    .bind(&from.after)
                    .bind(limit)
                    .fetch_all(x)
                    .await)?;
            let work = |(id, name, tagline, engram, rating): (_, _, _, Json<Engram>, _)| Work {
                id,
                name,
                body: vec![tagline, engram.0.description, engram.0.setting],
                rating,
                tags: Vec::new(),
                actors: Vec::new(),
            };
            rows.into_iter().map(work).collect()
        }
        Kind::Card => {
            let rows: Vec<(String, String, String, String, String)> =
                query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_CARDS_OF)
                    .bind(author.as_str())
                    .bind(&from.after)
                    .bind(limit)
                    .fetch_all(x)
                    .await)?;
            let work = |(id, name, tagline, description, rating)| Work {
                id,
                name,
                body: vec![tagline, description],
                rating,
                tags: Vec::new(),
                actors: Vec::new(),
            };
            rows.into_iter().map(work).collect()
        }
    };
    let Some(last) = works.last().map(|work| work.id.clone()) else {
        return Ok(works);
    };
    let places: HashMap<String, usize> = works
        .iter()
        .enumerate()
        .map(|(place, work)| (work.id.clone(), place))
        .collect();
    let tags_of = match from.kind {
        Kind::Scenario => LIST_TAGS_OF_SCENARIOS,
        Kind::Card => LIST_TAGS_OF_CARDS,
    };
    let tags: Vec<(String, String, String)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(tags_of)
        .bind(author.as_str())
        .bind(&from.after)
        .bind(&last)
        .fetch_all(x)
        .await)?;
    for (work, id, name) in tags {
        if let Some(work) = places.get(&work).and_then(|place| works.get_mut(*place)) {
            work.tags.push((id, name));
        }
    }
    if from.kind == Kind::Scenario {
        let actors: Vec<(String, String)> =
            query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_ACTORS_OF_SCENARIOS)
                .bind(author.as_str())
                .bind(&from.after)
                .bind(&last)
                .fetch_all(x)
                .await)?;
        for (work, name) in actors {
            if let Some(work) = places.get(&work).and_then(|place| works.get_mut(*place)) {
                work.actors.push(name);
            }
        }
    }
    Ok(works)
}
