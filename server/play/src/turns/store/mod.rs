//! SQL of turns, their replies, and their prompts.

pub(super) mod prompts;
pub(super) mod replies;
pub(super) mod turns;

pub(super) use prompts::{delete_old_prompts, list_prompts, set_prompt};
pub use prompts::{find_prompts, find_variables, put_variables};
pub(super) use replies::{ReplyRow, insert_reply, list_replies, set_captured, set_speaker, settle_reply};
pub(super) use turns::{
    NewTurn, TurnEnd, TurnRow, ask_stop, checkpoint, count_begun, count_running, end_turn, find_by_client,
    find_oldest_since, find_running, find_turn, insert_turn, is_stop_asked, list_lost, stop_story,
};
