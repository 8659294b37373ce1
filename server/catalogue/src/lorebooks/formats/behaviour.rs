//! An entry's behaviour, in the fields of card extensions.

use platform::llm::Role;
use serde_json::{Map, Value, json};

use super::fields::{flag, integer, number, object, text};
use crate::lorebooks::book::{KeyLogic, LorebookEntry, Position};

/// The extension that holds positions unknown to other programs.
const OWN_POSITION: &str = "dramatis_position";

/// Reads an entry's behaviour; `take` removes a field by its name in card extensions.
pub(super) fn take_behaviour(entry: &mut LorebookEntry, mut take: impl FnMut(&str) -> Option<Value>) {
    let draws = flag(take("useProbability")).unwrap_or(true);
    let probability: u32 = number(take("probability")).unwrap_or(100).min(100);
    entry.probability = if draws { probability } else { 100 };
    entry.logic = match integer(take("selectiveLogic")) {
        Some(1) => KeyLogic::NotAll,
        Some(2) => KeyLogic::NotAny,
        Some(3) => KeyLogic::AndAll,
        _ => KeyLogic::AndAny,
    };
    entry.depth = number(take("depth")).unwrap_or(entry.depth);
    entry.role = match take("role") {
        Some(Value::String(role)) if role == "user" => Role::User,
        Some(Value::String(role)) if role == "assistant" => Role::Assistant,
        Some(role) => {
            [Role::System, Role::User, Role::Assistant][number(Some(role)).unwrap_or(0).min(2) as usize]
        }
        None => Role::System,
    };
    entry.group = text(take("group"));
    entry.group_override = flag(take("group_override")).unwrap_or(false);
    entry.group_weight = number(take("group_weight")).unwrap_or(100);
    entry.group_scoring = flag(take("use_group_scoring")).unwrap_or(false);
    entry.scan_depth = number(take("scan_depth"));
    entry.case_sensitive = flag(take("case_sensitive")).unwrap_or(entry.case_sensitive);
    entry.whole_words = flag(take("match_whole_words"));
    entry.exclude_recursion = flag(take("exclude_recursion")).unwrap_or(false);
    entry.prevent_recursion = flag(take("prevent_recursion")).unwrap_or(false);
    entry.delay_until_recursion = match take("delay_until_recursion") {
        Some(Value::Bool(waits)) => u32::from(waits),
        level => number(level).unwrap_or(0),
    };
    entry.sticky = number(take("sticky")).unwrap_or(0);
    entry.cooldown = number(take("cooldown")).unwrap_or(0);
    entry.delay = number(take("delay")).unwrap_or(0);
    entry.outlet = text(take("outlet_name"));
}

/// Reads which characters an entry applies to. What the filter says of tags of characters has no meaning here;
/// it is returned.
pub(super) fn read_filter(entry: &mut LorebookEntry, filter: Option<Value>) -> Option<Value> {
    let filter = object(filter);
    let names: Vec<String> = filter
        .get("names")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let excludes = flag(filter.get("isExclude").cloned()).unwrap_or(false);
    *if excludes {
        &mut entry.not_for
    } else {
        &mut entry.only_for
    } = names;
    let tags = filter.get("tags").and_then(Value::as_array);
    let has_tags = tags.is_some_and(|tags| !tags.is_empty());
    has_tags.then(|| json!({ "isExclude": excludes, "tags": tags }))
}

/// The position for this number of other programs.
pub(super) fn position_of(number: i64) -> Position {
    match number {
        0 => Position::BeforeCharacter,
        1 => Position::AfterCharacter,
        2 => Position::NoteTop,
        3 => Position::NoteBottom,
        4 => Position::AtDepth,
        5 => Position::ExamplesTop,
        6 => Position::ExamplesBottom,
        7 => Position::Outlet,
        _ => Position::Auto,
    }
}

/// The number of this position in other programs, if they have it.
pub(super) fn number_of(position: Position) -> Option<i64> {
    let number = (0..8).find(|number| position_of(*number) == position);
    number.filter(|_| position != Position::Auto)
}

/// Takes the position that [`write_own_position`] wrote.
pub(super) fn take_own_position(extensions: &mut Map<String, Value>) -> Option<Position> {
    let own = extensions.remove(OWN_POSITION)?;
    serde_json::from_value(own).ok()
}

/// Writes a position that has no number in other programs.
pub(super) fn write_own_position(entry: &LorebookEntry, extensions: &mut Map<String, Value>) {
    if number_of(entry.position).is_none() {
        extensions.insert(OWN_POSITION.to_owned(), json!(entry.position));
    }
}

/// An entry's behaviour as fields of card extensions.
pub(super) fn behaviour(entry: &LorebookEntry) -> Vec<(&'static str, Value)> {
    let logic = match entry.logic {
        KeyLogic::AndAny => 0,
        KeyLogic::NotAll => 1,
        KeyLogic::NotAny => 2,
        KeyLogic::AndAll => 3,
    };
    let role = match entry.role {
        Role::System => 0,
        Role::User => 1,
        Role::Assistant => 2,
    };
    vec![
        ("probability", json!(entry.probability)),
        ("useProbability", json!(true)),
        ("selectiveLogic", json!(logic)),
        ("depth", json!(entry.depth)),
        ("role", json!(role)),
        ("group", json!(entry.group)),
        ("group_override", json!(entry.group_override)),
        ("group_weight", json!(entry.group_weight)),
        ("use_group_scoring", json!(entry.group_scoring)),
        ("scan_depth", json!(entry.scan_depth)),
        ("case_sensitive", json!(entry.case_sensitive)),
        ("match_whole_words", json!(entry.whole_words)),
        ("exclude_recursion", json!(entry.exclude_recursion)),
        ("prevent_recursion", json!(entry.prevent_recursion)),
        ("delay_until_recursion", json!(entry.delay_until_recursion)),
        ("sticky", json!(entry.sticky)),
        ("cooldown", json!(entry.cooldown)),
        ("delay", json!(entry.delay)),
        ("outlet_name", json!(entry.outlet)),
    ]
}

/// Which characters an entry applies to; `None`: all. `of_tags`: what [`read_filter`] returned.
pub(super) fn filter(entry: &LorebookEntry, of_tags: Option<&Value>) -> Option<Value> {
    let excluded_tags = of_tags.and_then(|filter| filter["isExclude"].as_bool());
    let (excludes, names) = match (entry.only_for.is_empty(), entry.not_for.is_empty()) {
        (false, _) => (false, &entry.only_for),
        (true, false) => (true, &entry.not_for),
        (true, true) => (excluded_tags.unwrap_or(true), &entry.not_for),
    };
    let tags = of_tags.and_then(|filter| filter.get("tags"));
    let says_something = !names.is_empty() || tags.is_some();
    let tags = tags.cloned().unwrap_or_else(|| json!([]));
    says_something.then(|| json!({ "isExclude": excludes, "names": names, "tags": tags }))
}
