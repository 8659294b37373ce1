//! The terms of a model: its price, and whether a quota pays for it.

use accounts::guests::Owner;
use kernel::{Shekels, Timestamp};
use platform::db::Conn;
use platform::llm::ModelInfo;
use platform::web::Problem;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AppState;
use crate::quotas::{LIFETIME_DAY, UsageOwner, day_of, find_usage, next_day};

/// Free messages, however many characters answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeReplies {
    /// How many are left.
    pub left: i64,
    /// The quota.
    pub of: i64,
    /// When the quota starts anew; null if it is not daily.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub resets_on: Option<Timestamp>,
}

/// The messages of a guest, in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct GuestTurns {
    /// How many are left.
    pub left: i64,
    /// The quota.
    pub of: i64,
}

/// The terms that the installation and the model set.
pub(super) struct Terms {
    pub(super) price: Shekels,
    pub(super) is_demo: bool,
    /// Whether a quota pays for this model: it costs no more than usual, or is the default model.
    pub(super) is_usual: bool,
    pub(super) free_replies: i64,
    pub(super) guest_messages: i64,
}

impl Terms {
    pub(super) fn of(app: &AppState, model: &ModelInfo) -> Self {
        let settings = app.turns.settings();
        let usual = settings.reply_price.max(app.models.get(None).info().price);
        Self {
            price: model.price,
            is_demo: model.is_demo,
            is_usual: model.price <= usual,
            free_replies: settings.free_replies,
            guest_messages: settings.guest_turns,
        }
    }

    /// Whether anybody ever pays shekels for it.
    pub(super) fn costs(&self) -> bool {
        !self.is_demo && self.price > Shekels::ZERO
    }
}

/// A person's free messages: a daily quota, and in all at least as many as a guest has, because an account
/// never gets less than a guest (issue 10.5). `None` if everything is free, or nothing is.
pub(super) async fn free_messages(
    conn: &mut Conn,
    terms: &Terms,
    owner: &Owner,
    now: Timestamp,
) -> Result<Option<FreeReplies>, Problem> {
    if !terms.costs() || !terms.is_usual {
        return Ok(None);
    }
    let today = terms.free_replies - find_usage(conn, UsageOwner::from(owner), day_of(now)).await?.used;
    let ever = terms.guest_messages
        - find_usage(conn, UsageOwner::from(owner), LIFETIME_DAY)
            .await?
            .used;
    if terms.free_replies <= 0 || ever > today.max(0) {
        return Ok((ever > 0).then_some(FreeReplies {
            left: ever,
            of: terms.guest_messages,
            resets_on: None,
        }));
    }
    Ok(Some(FreeReplies {
        left: today.max(0),
        of: terms.free_replies,
        resets_on: Some(next_day(now)),
    }))
}
