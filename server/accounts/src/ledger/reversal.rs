//! Reversing a transaction.

use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::Tx;

use super::TransactionId;
use super::error::LedgerError;
use super::model::{Account, Kind, Line, NaturalKey, Order, Posted};
use super::posting::append;
use super::{rules, store};

/// Reverses a transaction, completely. A wallet that cannot pay is left in debt: nothing is spent from it until
/// the debt is paid.
///
/// # Errors
/// [`LedgerError::AlreadyReversed`], [`LedgerError::NotReversible`] for reversals and holds,
/// [`LedgerError::UnknownTransaction`].
pub async fn reverse(
    tx: &mut Tx,
    now: Timestamp,
    original: &TransactionId,
    title: &str,
    actor: Option<&UserId>,
) -> Result<Posted, LedgerError> {
    let row = store::find_by_id(tx, original.as_str())
        .await?
        .ok_or(LedgerError::UnknownTransaction)?;
    let is_reversible = row.reverses.is_none()
        && !matches!(
            Kind::from_stored(&row.kind),
            None | Some(Kind::Hold | Kind::Release | Kind::Reversal)
        );
    if !is_reversible {
        return Err(LedgerError::NotReversible);
    }
    if store::find_reversal(tx, original.as_str()).await?.is_some() {
        return Err(LedgerError::AlreadyReversed);
    }
    let lines: Vec<Line> = store::list_lines(tx, row.seq)
        .await?
        .into_iter()
        .map(Line::try_from)
        .collect::<Result<_, _>>()?;
    let holder = store::find_holder(tx, row.seq)
        .await?
        .map(|owner| Account::Wallet(UserId::trusted(owner)));
    let lines = rules::reversed(&lines, holder.as_ref())?;
    let order = Order {
        kind: Kind::Reversal,
        key: NaturalKey::reversal(original),
        title: title.to_owned(),
        actor: actor.cloned(),
        lines,
    };
    rules::check(&order)?;
    append(tx, now, &order, Some(original)).await
}
