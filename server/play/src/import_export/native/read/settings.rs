//! The settings of a story in a file, as far as they are valid here.

use platform::web::Report;
use serde_json::Value;

use crate::stories::{Character, SettingsChange, StorySettings};

pub(super) fn read_theme(id: Option<String>, report: &mut Report) -> Option<String> {
    let good = id.clone().filter(|id| accounts::users::rules::is_theme(id));
    if id.is_some() && good.is_none() {
        report.dropped(
            "story.themeID",
            "This theme doesn’t exist here, so the story has the default one.",
        );
    }
    good
}

/// The valid settings; the others are reported.
pub(super) fn read_settings(value: Value, cast: &[Character], report: &mut Report) -> StorySettings {
    let Value::Object(mut fields) = value else {
        return StorySettings::default();
    };
    let ids: Vec<&str> = cast.iter().map(|one| one.id.as_str()).collect();
    for _ in 0..=fields.len() {
        let change = match serde_json::from_value::<SettingsChange>(Value::Object(fields.clone())) {
            Ok(change) => change,
            Err(error) => {
                report.dropped(
                    "story.settings",
                    format!("The settings couldn’t be read: {error}."),
                );
                return StorySettings::default();
            }
        };
        match change.apply(&StorySettings::default(), &ids, |_| true, |_| true) {
            Ok(settings) => return settings,
            Err((pointer, why)) => {
                let field = pointer.split('/').nth(1).unwrap_or_default();
                report.dropped(&format!("story.settings.{field}"), why);
                // Mode and puppet belong together.
                let names = match field {
                    "puppetID" | "controlMode" => vec!["controlMode", "puppetID"],
                    field => vec![field],
                };
                if names.into_iter().filter_map(|name| fields.remove(name)).count() == 0 {
                    return StorySettings::default();
                }
            }
        }
    }
    StorySettings::default()
}
