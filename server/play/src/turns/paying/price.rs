//! The price of the player's next message, and what they can pay with.

use accounts::guests::Owner;
use accounts::ledger;
use kernel::Shekels;
use platform::db::Conn;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use super::terms::{FreeReplies, GuestTurns, Terms, free_messages};
use crate::AppState;
use crate::quotas::{LIFETIME_DAY, UsageOwner, find_usage};
use crate::stories::Story;
use crate::turns::context::{StoryContext, count_replies};
use crate::turns::model::ReplyCount;

/// The price of the player's next message in a story, and what they can pay with.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatPrice {
    /// Shekels for one reply that is not free.
    pub per_reply: Shekels,
    /// How many replies the next message would get.
    pub replies: ReplyCount,
    /// The most that the next message can cost, for all its replies together: zero while it is free.
    pub turn: Shekels,
    /// Whether the next message counts against `free` or `guest`.
    pub counts: bool,
    /// A person's free messages; null for guests, if replies cost nothing, and if none are free.
    #[schema(required = true)]
    pub free: Option<FreeReplies>,
    /// A guest's messages; null for people.
    #[schema(required = true)]
    pub guest: Option<GuestTurns>,
    /// The balance of the wallet; null for guests.
    #[schema(required = true)]
    pub balance: Option<Shekels>,
    /// The model that would answer.
    pub model: String,
}

/// The price of the next message in this story.
pub(in crate::turns) async fn price_of(
    app: &AppState,
    conn: &mut Conn,
    story: &Story,
) -> Result<ChatPrice, Problem> {
    let model = app.models.get(story.settings.chat_model.as_deref()).info();
    let context = StoryContext::of(conn, story.clone()).await?;
    let terms = Terms::of(app, model);
    let mut price = ChatPrice {
        per_reply: if terms.costs() { model.price } else { Shekels::ZERO },
        replies: count_replies(conn, &context).await?,
        turn: Shekels::ZERO,
        counts: false,
        free: None,
        guest: None,
        balance: None,
        model: model.name.clone(),
    };
    match &story.owner {
        Owner::Guest(_) => {
            let used = find_usage(conn, UsageOwner::from(&story.owner), LIFETIME_DAY)
                .await?
                .used;
            price.guest = Some(GuestTurns {
                left: (terms.guest_messages - used).max(0),
                of: terms.guest_messages,
            });
            price.counts = !terms.is_demo && terms.is_usual;
            if price.counts || terms.is_demo {
                price.per_reply = Shekels::ZERO;
            }
        }
        Owner::Person(user) => {
            price.free = free_messages(conn, &terms, &story.owner, app.clock.now()).await?;
            price.counts = price.free.is_some_and(|free| free.left > 0);
            price.balance = Some(ledger::balance(conn, user).await?);
        }
    }
    if !price.counts {
        price.turn = Shekels(price.per_reply.0.saturating_mul(i64::from(price.replies.most)));
    }
    Ok(price)
}

/// The balance of the wallet; `None` for guests.
pub(in crate::turns) async fn balance(conn: &mut Conn, owner: &Owner) -> sqlx::Result<Option<Shekels>> {
    match owner {
        Owner::Person(user) => ledger::balance(conn, user).await.map(Some),
        Owner::Guest(_) => Ok(None),
    }
}
