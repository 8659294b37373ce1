//! What is kept of a person who is reported, and of a picture. Pictures are declared here because this slice stands
//! above all whose things show them: scenarios, cards and people.

use futures::future::BoxFuture;
use kernel::Audience;
use kernel::ids::UserId;
use platform::db::{Conn, query_on, statements};
use platform::media::{key_of_url, media_url};
use platform::slice::reports::{ReportKind, Reported, Target, copy_without};
use platform::web::Problem;
use serde_json::{Value, json};

use super::store;

/// Most uses of a picture that a report of it lists.
const MAX_USES: i64 = 10;

/// The kinds of things of this slice that can be reported.
pub(super) const KINDS: &[ReportKind] = &[
    ReportKind {
        name: "person",
        find: Some(find_person),
        list_orphaned: None,
    },
    ReportKind {
        name: "picture",
        find: Some(find_picture),
        list_orphaned: None,
    },
];

statements! {
    /// By the indexes of migration 0022; the expressions are written as they are there. Only what everybody can
    /// see: a reporter gets the copy with their own data, which must not reveal what others keep private.
    LIST_USES = "
        select 'scenario' as kind, s.id, s.display_name as name, s.author_id
        from scenarios s
        where s.pictures ->> 'cover' = $1 and s.listed
        union
        select 'scenario', s.id, s.display_name, s.author_id
        from scenarios s
        where s.pictures ->> 'banner' = $1 and s.listed
        union
        select 'scenario', s.id, s.display_name, s.author_id
        from scenario_actors a
        join scenarios s on s.id = a.scenario_id
        where a.avatar = $1 and s.listed
        union
        select 'card', c.id, c.display_name, c.author_id
        from cards c
        where c.pictures ->> 'cover' = $1 and c.listed
        union
        select 'card', c.id, c.display_name, c.author_id
        from cards c
        where c.pictures ->> 'banner' = $1 and c.listed
        union
        select 'person', u.id, u.authorname, u.id
        from users u
        where u.avatar = $1
        order by 1, 2
        limit $2";
}

/// Something that shows a picture.
#[derive(Debug, sqlx::FromRow)]
struct UseRow {
    /// `scenario`, `card` or `person`.
    kind: String,
    id: String,
    name: String,
    author_id: String,
}

fn find_person<'a>(conn: &'a mut Conn, target: &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>> {
    Box::pin(async move {
        let person = store::find_public(conn, &target.id("person")?, Audience::Extreme)
            .await?
            .ok_or_else(|| Problem::not_found("person"))?;
        Ok(Reported {
            copy: copy_without(&person, &["stats"])?,
            image: person
                .avatar_url
                .as_deref()
                .and_then(key_of_url)
                .map(|key| key.to_string()),
            is_image: false,
            subject: Some(person.user_id),
        })
    })
}

fn find_picture<'a>(conn: &'a mut Conn, target: &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>> {
    Box::pin(async move {
        let key = key_of_url(target.id).ok_or_else(|| Problem::not_found("picture"))?;
        let uses = list_uses(conn, key.as_str()).await?;
        // It belongs to somebody only where everything that shows it has one author; else nobody is named for what
        // may be another's.
        let author = uses
            .first()
            .map(|first| first.author_id.clone())
            .filter(|author| uses.iter().all(|of| of.author_id == *author));
        let uses: Vec<Value> = uses
            .into_iter()
            .map(|of| json!({ "kind": of.kind, "id": of.id, "name": of.name, "author": of.author_id }))
            .collect();
        Ok(Reported {
            copy: json!({ "url": media_url(key.as_str()), "usedBy": uses }),
            subject: author.map(UserId::trusted),
            image: Some(key.to_string()),
            is_image: true,
        })
    })
}

/// What shows this picture.
async fn list_uses(conn: &mut Conn, key: &str) -> sqlx::Result<Vec<UseRow>> {
    query_on!(conn, |x: D| sqlx::query_as::<D, UseRow>(LIST_USES)
        .bind(key)
        .bind(MAX_USES)
        .fetch_all(x)
        .await)
}
