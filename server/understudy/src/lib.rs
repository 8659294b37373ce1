//! The demo model, "Understudy" on screen: it needs no provider and announces that it is a demo.
//!
//! In a scenario with a hand-written scene it finds the beat that answers what the player did. In any other
//! scenario it quotes three pieces of the scenario's own text. Both end; the last reply reports
//! [`Finish::Ending`](platform::llm::Finish::Ending).

mod address;
mod check;
mod demo_reply;
mod demo_texts;
mod excerpts;
mod generic;
mod language;
mod model;
mod parse_prompt;
mod phrases;
mod playing;
mod ranking;
mod scene;
mod scene_run;
mod scene_set;
mod scene_tools;
mod script;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod with_scene;
mod without_scene;

pub use check::Faults;
pub use model::{DemoAssets, Pace, bare, demo, models};
pub use scene::SceneError;
pub use scene_run::{PlayedTurn, SceneRun};
pub use scene_tools::{PlayScript, SceneTools};

use platform::slice::Facts;

/// What this slice declares.
pub const FACTS: Facts = Facts {
    name: "understudy",
    about: None,
    uses: &["llm", "vectors", "safety"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
