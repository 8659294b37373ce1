//! Erases what campaigns show of a leaving person.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_SHOWN = "
        delete from campaign_section_scenarios
        where scenario_id in (select id from scenarios where author_id = $1)";
}

/// The steps, in this order.
pub(super) const STEPS: &[Step] = &[Step::User(DELETE_SHOWN)];
