//! What the tests of this floor and those above build on: people with sessions, browsers, uploads.

mod browser;
mod guests;
mod people;
mod reports;
mod uploads;

use kernel::{Shekels, TestClock};

pub use browser::{Browser, token_of};
pub use guests::GuestCaller;
pub use people::Actor;
pub use platform::testing::*;
pub use reports::{StoredReport, TestReport, receipt, report_of};
pub use uploads::{send_form, test_image, upload, upload_named, upload_portrait};

use crate::AppState;
use crate::identity::{HashCost, Identities, IdentitySettings, TokenKeys};
use crate::safety::Reminders;
pub use crate::users::ProfileChange;

/// The shekels that a new record has in its wallet.
pub const TEST_WELCOME: Shekels = Shekels(50);
/// The public address of the site under test.
pub const TEST_ORIGIN: &str = "http://localhost:8080";
/// The person who verifies this address becomes an admin.
pub const TEST_ADMIN: &str = "director@example.org";

/// Hashes that cost nothing. The real cost is tested where they are computed.
const CHEAP: HashCost = HashCost {
    memory_kib: 64,
    passes: 1,
};

fn identity_settings(cost: HashCost) -> IdentitySettings {
    IdentitySettings {
        secret: [3; 32],
        origin: TEST_ORIGIN.to_owned(),
        cost,
        admin_email: Some(TEST_ADMIN.to_owned()),
        admin_totp: false,
        providers: Vec::new(),
    }
}

/// This floor and those below, over this database and this clock.
#[must_use]
pub fn state(db: &TestDb, clock: &TestClock) -> AppState {
    AppState {
        below: platform::testing::state(db, clock),
        tokens: TokenKeys::new(&[2; 32], TEST_ORIGIN).expect("a seed is a key"),
        identities: Identities::new(identity_settings(CHEAP)).expect("good settings"),
        welcome_shekels: TEST_WELCOME,
        billing_notice: None,
        reminders: Reminders::default(),
        report_kinds: platform::slice::report_kinds(crate::SLICES),
    }
}

platform::test_app!(Site, |state| state.below.clone());

impl TestApp {
    /// The same application with other settings of the identity provider, over the same database.
    ///
    /// # Panics
    /// When the settings are invalid.
    #[must_use]
    pub fn with_identity(&self, change: impl FnOnce(&mut IdentitySettings)) -> Self {
        let mut settings = identity_settings(CHEAP);
        change(&mut settings);
        self.with_state(|state| state.identities = Identities::new(settings).expect("good settings"))
    }
}
