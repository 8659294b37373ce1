//! What is kept of a reply that is reported, and until when. Whole stories are reported by the server alone.

use accounts::guests::{GuestId, Owner};
use accounts::reports;
use futures::future::BoxFuture;
use platform::db::{Conn, Tx, query_on, statements};
use platform::slice::DeletedAccount;
use platform::slice::reports::{Caller, ReportKind, Reported, Target};
use platform::web::Problem;
use serde_json::json;

use super::access::load_own_message;
use super::paths::path_to;
use super::rows::MessageRow;
use super::text::Author;

/// A story in which something was asked for again and again that is never played.
pub const STORY: ReportKind = ReportKind {
    name: "story",
    find: None,
    list_orphaned: None,
};

/// What a character or the narrator said in a story of the reporter's own, by the message's id.
const REPLY: ReportKind = ReportKind {
    name: "reply",
    find: Some(find_reply),
    list_orphaned: Some(list_orphaned_replies),
};

/// The kinds of things of this slice that can be reported.
pub(super) const KINDS: &[ReportKind] = &[STORY, REPLY];

statements! {
    /// The copy is a piece of the guest's own story, which is deleted with their session, unless they signed up and
    /// kept it.
    LIST_ORPHANED_REPLIES = "
        select r.id
        from reports r
        where r.made_by = 'guest' and r.kind = 'reply' and (r.reporter_id is null or not exists (
            select 1
            from guest_sessions g
            where g.id = r.reporter_id
        )) and not exists (select 1 from stories s where s.id = r.copy ->> 'storyId')
        limit $1";
}

fn list_orphaned_replies(conn: &mut Conn, limit: i64) -> BoxFuture<'_, sqlx::Result<Vec<String>>> {
    Box::pin(async move {
        query_on!(conn, |x: D| sqlx::query_scalar::<D, String>(
            LIST_ORPHANED_REPLIES
        )
        .bind(limit)
        .fetch_all(x)
        .await)
    })
}

/// Deletes the replies that somebody who leaves has reported: the copies are pieces of their own stories.
pub(super) fn delete_reported_replies<'a>(
    tx: &'a mut Tx,
    account: &'a DeletedAccount,
) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(reports::delete_own(tx, &account.user, &REPLY))
}

/// A line of a story of the caller's own, with the line that it answers.
fn find_reply<'a>(conn: &'a mut Conn, target: &'a Target<'a>) -> BoxFuture<'a, Result<Reported, Problem>> {
    Box::pin(async move {
        let id = target.id("message")?;
        let owner = match target.caller {
            Caller::Person { id, .. } => Owner::Person(id.clone()),
            Caller::Guest(id) => Owner::Guest(GuestId::trusted(id.to_owned())),
            Caller::Visitor => return Err(Problem::not_found("message")),
        };
        let (story, message) = load_own_message(conn, &owner, &id).await?;
        if message.author == Author::User {
            return Err(Problem::invalid(
                "targetId",
                "These are your own words. You can report what a character or the narrator says.",
            ));
        }
        let before = match &message.parent_id {
            Some(parent) => path_to(conn, &story, Some(parent), 1).await?.pop(),
            None => None,
        };
        let line = |row: &MessageRow| json!({ "id": row.id, "author": row.author, "name": row.name, "content": row.content, "version": row.version });
        let copy = json!({
            "storyId": story.id,
            "scenarioId": story.scenario_id,
            "cardId": story.card_id,
            "scenarioName": story.setup.name,
            "message": line(&message),
            "answers": before.as_ref().map(line),
            "model": message.model,
            "createdOn": message.created_at,
            "editedOn": message.edited_at,
        });
        Ok(Reported {
            copy,
            subject: None,
            image: None,
            is_image: false,
        })
    })
}
