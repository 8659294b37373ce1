//! SQL of reindexing: an author's works, and the progress.

use kernel::ids::UserId;
use platform::db::{Conn, Tx, query_on, statements};
use platform::media::without_images;
use platform::search::Kind;
use sqlx::types::Json;

use crate::scenarios::Engram;

/// Works that one transaction updates: a few milliseconds each, while other writers wait.
pub const WORKS_AT_ONCE: usize = 100;

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
    LIST_NOTES_OF_SCENARIOS = "
        select n.scenario_id, n.note
        from scenario_notes n
        join scenarios s on s.id = n.scenario_id
        where s.author_id = $1 and s.id > $2 and s.id <= $3";
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

/// The progress with an author's works.
pub(super) struct Progress {
    pub(super) kind: Kind,
    pub(super) after: String,
}

/// A work's search entry.
pub(super) struct Work {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) body: Vec<String>,
    pub(super) rating: String,
    pub(super) tags: Vec<(String, String)>,
    pub(super) actors: Vec<String>,
    pub(super) notes: Vec<String>,
}

impl Work {
    /// A work without tags, actors and content notes.
    fn new(id: String, name: String, body: Vec<String>, rating: String) -> Self {
        Self {
            id,
            name,
            body,
            rating,
            tags: Vec::new(),
            actors: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Authors whose works are not all updated.
pub(super) async fn list_renamed(conn: &mut Conn, limit: i64) -> sqlx::Result<Vec<String>> {
    query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(LIST_RENAMED)
        .bind(limit)
        .fetch_all(x)
        .await)
}

/// The progress with an author's works; `None` if all are done.
pub(super) async fn find_progress(conn: &mut Conn, author: &UserId) -> sqlx::Result<Option<Progress>> {
    let row: Option<(String, String)> = query_on!(conn, |x: D| sqlx::query_as::<D, _>(FIND_RENAMED)
        .bind(author.as_str())
        .fetch_optional(x)
        .await)?;
    Ok(row.map(|(kind, after)| Progress {
        kind: if kind == Kind::Card.as_str() {
            Kind::Card
        } else {
            Kind::Scenario
        },
        after,
    }))
}

/// Stores the progress with an author's works, or deletes it at the end.
pub(super) async fn save_progress(tx: &mut Tx, author: &UserId, left: Option<&Progress>) -> sqlx::Result<()> {
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

fn limit() -> i64 {
    i64::try_from(WORKS_AT_ONCE).unwrap_or(i64::MAX)
}

pub(super) async fn list_scenarios(conn: &mut Conn, author: &UserId, after: &str) -> sqlx::Result<Vec<Work>> {
    let rows: Vec<(String, String, String, Json<Engram>, String)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_SCENARIOS_OF)
            .bind(author.as_str())
            .bind(after)
            .bind(limit())
            .fetch_all(x)
            .await)?;
    let work = |(id, name, tagline, engram, rating): (_, _, _, Json<Engram>, _)| {
        let body = vec![
            tagline,
            without_images(&engram.0.description).into_owned(),
            engram.0.setting,
        ];
        Work::new(id, name, body, rating)
    };
    Ok(rows.into_iter().map(work).collect())
}

pub(super) async fn list_cards(conn: &mut Conn, author: &UserId, after: &str) -> sqlx::Result<Vec<Work>> {
    let rows: Vec<(String, String, String, String, String)> =
        query_on!(conn, |x: D| sqlx::query_as::<D, _>(LIST_CARDS_OF)
            .bind(author.as_str())
            .bind(after)
            .bind(limit())
            .fetch_all(x)
            .await)?;
    let work =
        |(id, name, tagline, description, rating)| Work::new(id, name, vec![tagline, description], rating);
    Ok(rows.into_iter().map(work).collect())
}

/// The tags of the works after the progress so far, up to `last`: the work, the tag's id and its name.
pub(super) async fn list_tags(
    conn: &mut Conn,
    author: &UserId,
    from: &Progress,
    last: &str,
) -> sqlx::Result<Vec<(String, String, String)>> {
    let text = match from.kind {
        Kind::Scenario => LIST_TAGS_OF_SCENARIOS,
        Kind::Card => LIST_TAGS_OF_CARDS,
    };
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(text)
        .bind(author.as_str())
        .bind(&from.after)
        .bind(last)
        .fetch_all(x)
        .await)
}

/// The same for the actors of scenarios: the scenario and the actor's name.
pub(super) async fn list_actors(
    conn: &mut Conn,
    author: &UserId,
    from: &Progress,
    last: &str,
) -> sqlx::Result<Vec<(String, String)>> {
    list_of_scenarios(conn, LIST_ACTORS_OF_SCENARIOS, author, from, last).await
}

/// The same for the content notes of scenarios: the scenario and the note.
pub(super) async fn list_notes(
    conn: &mut Conn,
    author: &UserId,
    from: &Progress,
    last: &str,
) -> sqlx::Result<Vec<(String, String)>> {
    list_of_scenarios(conn, LIST_NOTES_OF_SCENARIOS, author, from, last).await
}

async fn list_of_scenarios(
    conn: &mut Conn,
    text: &'static str,
    author: &UserId,
    from: &Progress,
    last: &str,
) -> sqlx::Result<Vec<(String, String)>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, _>(text)
        .bind(author.as_str())
        .bind(&from.after)
        .bind(last)
        .fetch_all(x)
        .await)
}
