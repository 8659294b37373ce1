//! Taking over what a guest made into an account.

use accounts::guests::{self, Claim, Claimed};
use accounts::identity::Person;
use accounts::users;
use platform::db::Tx;
use platform::web::Problem;

use crate::AppState;
use crate::stories::store;

/// Takes a guest session over into an account, with its stories and its player's name; a name that the account
/// has stays. How many stories came with it; none where there is no session that can be taken over.
///
/// # Errors
/// 409 where another account has it.
pub(in crate::stories) async fn take_over_guest(
    app: &AppState,
    tx: &mut Tx,
    person: &Person,
    claim: &Claim,
) -> Result<Option<i64>, Problem> {
    match claim.take(app, tx, person).await? {
        Claimed::Nothing => Ok(None),
        Claimed::Before => Ok(Some(0)),
        Claimed::Now(guest) => {
            if let Some(name) = guests::player_name(tx, &guest).await? {
                users::name_player(tx, &person.user_id, &name, false).await?;
                guests::name_player(tx, &guest, None).await?;
            }
            let stories = store::carry_over(tx, guest.as_str(), &person.user_id, app.clock.now()).await?;
            Ok(Some(stories))
        }
    }
}
