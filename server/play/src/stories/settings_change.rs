//! Changes a story's settings: absent fields stay as they are, and invalid ones are reported.

use kernel::ids::is_well_formed;
use platform::llm::Sampling;
use platform::web::present;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rules::{MAX_INSTRUCTION_CHARS, MAX_NOTE_DEPTH, MAX_NOTE_INTERVAL, MAX_REPLIES, clean_text};
use super::settings::{AuthorsNote, StorySettings};
use super::text::{ControlMode, Strategy};

/// The changes of the settings; absent fields stay as they are.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsChange {
    /// 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub response_length: Option<i64>,
    /// Whether people outside the cast may appear.
    pub npcs_enabled: Option<bool>,
    /// The player's role.
    pub control_mode: Option<ControlMode>,
    /// A character of the cast; also sets the mode to puppeteer. Null ends it.
    #[serde(rename = "puppetID", default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub puppet_id: Option<Option<String>>,
    /// A persona of the player, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub selected_persona: Option<Option<String>>,
    /// A model of the installation, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub chat_model: Option<Option<String>>,
    /// How the next speaker is chosen.
    pub strategy: Option<Strategy>,
    /// 1 to 8.
    #[schema(minimum = 1, maximum = 8)]
    pub max_replies: Option<i64>,
    /// Whether a reply follows automatically.
    pub auto_reply: Option<bool>,
    /// Whether the model may act for the player.
    pub speak_for_player: Option<bool>,
    /// The whole note.
    pub authors_note: Option<AuthorsNote>,
    /// All of it; absent fields are left to the model.
    pub sampling: Option<Sampling>,
    /// Instructions to the model, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub system_prompt: Option<Option<String>>,
    /// Instructions after the history, or null.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub post_history: Option<Option<String>>,
    /// The chat option.
    pub chat_option: Option<bool>,
}

/// The position (a JSON pointer) and the fault.
pub(super) type Fault = (String, String);

fn fault(pointer: &str, why: impl Into<String>) -> Fault {
    (pointer.to_owned(), why.into())
}

impl SettingsChange {
    /// The settings after this change, in a story whose cast has these ids, for a player with these personas,
    /// in an installation with these models.
    ///
    /// # Errors
    /// The invalid fields.
    pub fn apply(
        self,
        before: &StorySettings,
        cast: &[&str],
        has_persona: impl Fn(&str) -> bool,
        has_model: impl Fn(&str) -> bool,
    ) -> Result<StorySettings, Fault> {
        let mut after = before.clone();
        if let Some(length) = self.response_length {
            after.response_length = u8::try_from(length)
                .ok()
                .filter(|length| *length <= 100)
                .ok_or_else(|| fault("/responseLength", "Between 0 and 100."))?;
        }
        if let Some(most) = self.max_replies {
            after.max_replies = u8::try_from(most)
                .ok()
                .filter(|most| (1..=MAX_REPLIES).contains(most))
                .ok_or_else(|| fault("/maxReplies", format!("Between 1 and {MAX_REPLIES}.")))?;
        }
        (after.control_mode, after.puppet_id) =
            read_control(self.control_mode, self.puppet_id, before, cast)?;
        if let Some(persona) = self.selected_persona {
            if persona.as_deref().is_some_and(|id| !has_persona(id)) {
                return Err(fault("/selectedPersona", "You don’t have this persona."));
            }
            after.selected_persona = persona;
        }
        if let Some(model) = self.chat_model {
            // A model that was set before and no longer exists stays until it is changed: meanwhile the
            // default answers (llm::get).
            if model.as_deref().is_some_and(|name| !has_model(name)) {
                return Err(fault("/chatModel", "This model doesn’t exist here."));
            }
            after.chat_model = model;
        }
        if let Some(note) = self.authors_note {
            after.authors_note = read_note(note)?;
        }
        if let Some(sampling) = self.sampling {
            if let Some((field, why)) = sampling.faults().first() {
                return Err((format!("/sampling/{field}"), (*why).to_owned()));
            }
            after.sampling = sampling;
        }
        if let Some(text) = self.system_prompt {
            after.system_prompt = read_instruction("/systemPrompt", text)?;
        }
        if let Some(text) = self.post_history {
            after.post_history = read_instruction("/postHistory", text)?;
        }
        after.npcs_enabled = self.npcs_enabled.unwrap_or(before.npcs_enabled);
        after.strategy = self.strategy.unwrap_or(before.strategy);
        after.auto_reply = self.auto_reply.unwrap_or(before.auto_reply);
        after.speak_for_player = self.speak_for_player.unwrap_or(before.speak_for_player);
        after.chat_option = self.chat_option.unwrap_or(before.chat_option);
        Ok(after)
    }
}

/// Mode and puppet belong together: a puppet is one of several characters, and there is one if and only if
/// the player is a puppeteer (spec section 4).
fn read_control(
    mode: Option<ControlMode>,
    puppet: Option<Option<String>>,
    before: &StorySettings,
    cast: &[&str],
) -> Result<(ControlMode, Option<String>), Fault> {
    let mode = match (mode, &puppet) {
        (Some(mode), _) => mode,
        (None, Some(Some(_))) => ControlMode::Puppeteer,
        (None, Some(None)) if before.control_mode == ControlMode::Puppeteer => ControlMode::Default,
        (None, _) => before.control_mode,
    };
    if mode != ControlMode::Puppeteer {
        return match puppet {
            Some(Some(_)) => Err(fault(
                "/puppetID",
                "You can only play a character in Puppeteer mode.",
            )),
            _ => Ok((mode, None)),
        };
    }
    if cast.len() < 2 {
        return Err(fault(
            "/controlMode",
            "You can only play a character in a story with more than one.",
        ));
    }
    let puppet = puppet.unwrap_or_else(|| before.puppet_id.clone());
    match puppet.filter(|id| is_well_formed(id) && cast.contains(&id.as_str())) {
        Some(id) => Ok((mode, Some(id))),
        None => Err(fault("/puppetID", "Choose the character you want to play.")),
    }
}

fn read_note(note: AuthorsNote) -> Result<AuthorsNote, Fault> {
    if note.depth > MAX_NOTE_DEPTH {
        return Err(fault(
            "/authorsNote/depth",
            format!("Between 0 and {MAX_NOTE_DEPTH}."),
        ));
    }
    if note.interval > MAX_NOTE_INTERVAL {
        return Err(fault(
            "/authorsNote/interval",
            format!("Between 0 and {MAX_NOTE_INTERVAL}."),
        ));
    }
    let text = read_instruction("/authorsNote/text", Some(note.text.clone()))?.unwrap_or_default();
    Ok(AuthorsNote { text, ..note })
}

/// A text for the model; empty counts as none.
fn read_instruction(pointer: &str, text: Option<String>) -> Result<Option<String>, Fault> {
    let text = text
        .map(|text| clean_text(&text).trim().to_owned())
        .filter(|text| !text.is_empty());
    if text
        .as_deref()
        .is_some_and(|text| text.chars().count() > MAX_INSTRUCTION_CHARS)
    {
        return Err(fault(
            pointer,
            format!("Use at most {MAX_INSTRUCTION_CHARS} characters."),
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(json: serde_json::Value) -> SettingsChange {
        serde_json::from_value(json).expect("a change")
    }

    #[test]
    fn a_puppet_is_one_of_several() {
        let before = StorySettings::default();
        let apply = |json, cast: &[&str]| {
            change(json)
                .apply(&before, cast, |_| false, |_| false)
                .map(|after| (after.control_mode, after.puppet_id))
        };
        let two = ["a", "b"];
        assert_eq!(
            apply(serde_json::json!({ "puppetID": "b" }), &two),
            Ok((ControlMode::Puppeteer, Some("b".to_owned())))
        );
        assert_eq!(
            apply(serde_json::json!({ "controlMode": "steer" }), &two),
            Ok((ControlMode::Steer, None))
        );
        for (json, cast, pointer) in [
            (
                serde_json::json!({ "controlMode": "puppeteer" }),
                &two[..],
                "/puppetID",
            ),
            (
                serde_json::json!({ "controlMode": "puppeteer", "puppetID": "c" }),
                &two[..],
                "/puppetID",
            ),
            (
                serde_json::json!({ "controlMode": "steer", "puppetID": "a" }),
                &two[..],
                "/puppetID",
            ),
            (
                serde_json::json!({ "controlMode": "puppeteer", "puppetID": "a" }),
                &two[..1],
                "/controlMode",
            ),
        ] {
            assert_eq!(apply(json, cast).expect_err("a fault").0, pointer);
        }
        let puppeteer = change(serde_json::json!({ "puppetID": "b" }))
            .apply(&before, &two, |_| false, |_| false)
            .expect("settings");
        let after = change(serde_json::json!({ "puppetID": null }))
            .apply(&puppeteer, &two, |_| false, |_| false)
            .expect("settings");
        assert_eq!(
            (after.control_mode, after.puppet_id),
            (ControlMode::Default, None)
        );
        let after = change(serde_json::json!({ "controlMode": "default" }))
            .apply(&puppeteer, &two, |_| false, |_| false)
            .expect("settings");
        assert_eq!(after.puppet_id, None, "nobody stays a puppet of nobody");
    }

    #[test]
    fn what_is_absent_stays_and_what_is_out_of_bounds_is_named() {
        let before = StorySettings {
            response_length: 10,
            ..StorySettings::default()
        };
        let after = change(serde_json::json!({ "npcsEnabled": false, "selectedPersona": "p" }))
            .apply(&before, &[], |id| id == "p", |_| false)
            .expect("settings");
        assert_eq!(
            (
                after.response_length,
                after.npcs_enabled,
                after.selected_persona.as_deref()
            ),
            (10, false, Some("p"))
        );
        for (json, pointer) in [
            (serde_json::json!({ "responseLength": 101 }), "/responseLength"),
            (serde_json::json!({ "responseLength": -1 }), "/responseLength"),
            (serde_json::json!({ "maxReplies": 0 }), "/maxReplies"),
            (serde_json::json!({ "selectedPersona": "q" }), "/selectedPersona"),
            (
                serde_json::json!({ "authorsNote": { "text": "x", "depth": 101 } }),
                "/authorsNote/depth",
            ),
            (
                serde_json::json!({ "sampling": { "temperature": 9.0 } }),
                "/sampling/temperature",
            ),
            (
                serde_json::json!({ "systemPrompt": "x".repeat(8_001) }),
                "/systemPrompt",
            ),
            (serde_json::json!({ "chatModel": "" }), "/chatModel"),
        ] {
            assert_eq!(
                change(json)
                    .apply(&before, &[], |_| false, |_| false)
                    .expect_err("a fault")
                    .0,
                pointer
            );
        }
        let after = change(serde_json::json!({ "systemPrompt": " \u{0} " }))
            .apply(&before, &[], |_| false, |_| false)
            .expect("settings");
        assert_eq!(after.system_prompt, None);
    }

    #[test]
    fn settings_of_an_older_day_are_read() {
        let read: StorySettings = serde_json::from_str("{}").expect("settings");
        assert_eq!(read, StorySettings::default());
    }
}
