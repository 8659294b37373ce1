//! Moves a guest's stories into an account.

use accounts::guests::{self, Claim, ClaimOutcome};
use accounts::identity::Person;
use accounts::users;
use platform::db::Tx;
use platform::web::Problem;

use crate::AppState;
use crate::stories::store;

/// Moves a guest session into an account, with its stories and its player's name; an account keeps a name
/// that it has. Returns how many stories came with it, or `None` if there is no session that can be moved.
///
/// # Errors
/// 409 if another account has it.
pub(in crate::stories) async fn take_over_guest(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    claim: &Claim,
) -> Result<Option<i64>, Problem> {
    match claim.transfer(app, tx, person).await? {
        ClaimOutcome::Nothing => Ok(None),
        ClaimOutcome::Before => Ok(Some(0)),
        ClaimOutcome::Now(guest) => {
            if let Some(name) = guests::player_name(tx, &guest).await? {
                users::name_player(tx, &person.user_id, &name, false).await?;
                guests::name_player(tx, &guest, None).await?;
            }
            let stories = store::carry_over(tx, guest.as_str(), &person.user_id, app.clock.now()).await?;
            Ok(Some(stories))
        }
    }
}
