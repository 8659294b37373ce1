//! What the handlers of this floor use beside what stands below.

use std::sync::Arc;

use kernel::Shekels;
use platform::slice::reports::ReportKinds;

use crate::identity::{Identities, TokenKeys};
use crate::safety::Reminders;

/// The parts of this floor over those below. Cheap to clone: every part is shared.
#[derive(Clone)]
pub struct AppState {
    /// The floor below.
    pub below: platform::AppState,
    /// What access tokens are signed with.
    pub tokens: TokenKeys,
    /// Who people are: passwords, sessions, sign-ins.
    pub identities: Identities,
    /// What a new record finds in its wallet; zero: nothing.
    pub welcome_shekels: Shekels,
    /// What the operator has to say about billing, on the home page; none: nothing.
    pub billing_notice: Option<Arc<str>>,
    /// Who was reminded when that they talk to a program.
    pub reminders: Reminders,
    /// What can be reported, as the slices of all floors declare it.
    pub report_kinds: ReportKinds,
}

platform::stands_on!(AppState, platform::AppState);
