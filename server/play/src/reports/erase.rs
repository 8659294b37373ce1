//! The reports by and about somebody who deletes their account. What they reported stays, without their name and
//! their words; a copy of a reply is a piece of their own story and goes.

use platform::db::statements;
use platform::slice::Step;

statements! {
    DELETE_OF_PERSON = "
        delete from reports
        where (subject_kind = 'person' and subject_id = $1) or (subject_kind = 'guest' and subject_id in (
            select id
            from guest_sessions
            where claimed_by = $1
        ))";
    DELETE_OWN_REPLIES = "
        delete from reports
        where kind = 'reply' and (reporter_id = $1 or reporter_id in (
            select id
            from guest_sessions
            where claimed_by = $1
        ))";
    REMOVE_REPORTER = "
        update reports
        set reporter_id = null, sender_hash = null, same_hash = null, note = '', reply_to = null
        where reporter_id = $1 or reporter_id in (select id from guest_sessions where claimed_by = $1)";
}

/// What is done, in this order.
pub(super) const STEPS: &[Step] = &[
    Step::User(DELETE_OF_PERSON),
    Step::User(DELETE_OWN_REPLIES),
    Step::User(REMOVE_REPORTER),
];
