//! What the classifier's probabilities mean.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The classes of the model, in the order of its output.
pub(super) const CLASSES: [&str; 5] = ["Drawing", "Hentai", "Neutral", "Porn", "Sexy"];
/// Classes that make an image explicit (spec section 9, "Explicit-image blur").
const EXPLICIT_CLASSES: [&str; 2] = ["Porn", "Hentai"];
/// Attempts after which an image stays pending until a moderator decides: it cannot be read.
pub(super) const MAX_ATTEMPTS: i64 = 5;
/// Above this probability one of [`EXPLICIT_CLASSES`] suffices, even if another class ranks first (spec
/// section 9).
const EXPLICIT_ABOVE: f64 = 0.6;

/// One class of the image classifier with its probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvatarMetric {
    /// For example "Neutral", "Drawing", "Porn".
    pub class_name: String,
    /// 0 to 1.
    pub probability: f64,
}

/// What is known of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum VerdictState {
    /// It was not judged yet, and counts as explicit.
    Pending,
    /// It is not explicit.
    Ok,
    /// It is explicit.
    Explicit,
}

/// The judgement of an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What holds: a moderator's decision if there is one, else what the model found.
    pub state: VerdictState,
    /// What the model found, the most probable class first; empty until it was judged.
    pub metrics: Vec<AvatarMetric>,
    /// Whether a moderator's decision holds, which is final.
    pub is_decided: bool,
}

impl Verdict {
    /// The verdict that follows from what is stored.
    pub(super) fn of(
        metrics: Option<Vec<AvatarMetric>>,
        explicit: Option<bool>,
        decided: Option<bool>,
    ) -> Self {
        let state = match decided.or(explicit) {
            None => VerdictState::Pending,
            Some(false) => VerdictState::Ok,
            Some(true) => VerdictState::Explicit,
        };
        Self {
            state,
            metrics: metrics.unwrap_or_default(),
            is_decided: decided.is_some(),
        }
    }
}

/// Whether an image with these classes is explicit: the first class is one of [`EXPLICIT_CLASSES`], or one
/// of them is above [`EXPLICIT_ABOVE`] (spec section 9).
#[must_use]
pub fn is_explicit(metrics: &[AvatarMetric]) -> bool {
    let names_explicit = |metric: &AvatarMetric| EXPLICIT_CLASSES.contains(&metric.class_name.as_str());
    let top = metrics
        .iter()
        .max_by(|a, b| a.probability.total_cmp(&b.probability));
    top.is_some_and(names_explicit)
        || metrics
            .iter()
            .any(|metric| names_explicit(metric) && metric.probability > EXPLICIT_ABOVE)
}

/// The model's output with the names of its classes, the most probable first.
pub(super) fn sorted(probabilities: [f32; CLASSES.len()]) -> Vec<AvatarMetric> {
    let mut metrics: Vec<AvatarMetric> = CLASSES
        .iter()
        .zip(probabilities)
        .map(|(class, probability)| AvatarMetric {
            class_name: (*class).to_owned(),
            probability: f64::from(probability),
        })
        .collect();
    metrics.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    metrics
}

/// The strictest judgement of a file's frames: an explicit one before others, then the one with the higher
/// probability of an explicit class. `None` without a frame.
pub(super) fn strictest(frames: Vec<Vec<AvatarMetric>>) -> Option<Vec<AvatarMetric>> {
    let severity = |metrics: &[AvatarMetric]| {
        let explicit = metrics
            .iter()
            .filter(|metric| EXPLICIT_CLASSES.contains(&metric.class_name.as_str()))
            .map(|metric| metric.probability)
            .fold(0.0, f64::max);
        (is_explicit(metrics), explicit)
    };
    frames.into_iter().max_by(|a, b| {
        let ((a_is, a_most), (b_is, b_most)) = (severity(a), severity(b));
        a_is.cmp(&b_is).then(a_most.total_cmp(&b_most))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(pairs: &[(&str, f64)]) -> Vec<AvatarMetric> {
        pairs
            .iter()
            .map(|(name, probability)| AvatarMetric {
                class_name: (*name).to_owned(),
                probability: *probability,
            })
            .collect()
    }

    #[test]
    fn explicit_means_on_top_or_above_sixty_percent() {
        for (judged, explicit) in [
            (metrics(&[]), false),
            (metrics(&[("Neutral", 0.9), ("Porn", 0.1)]), false),
            (metrics(&[("Porn", 0.4), ("Sexy", 0.3), ("Neutral", 0.3)]), true),
            (metrics(&[("Hentai", 0.61), ("Drawing", 0.9)]), true),
            (metrics(&[("Hentai", 0.6), ("Drawing", 0.9)]), false),
            (metrics(&[("Sexy", 0.99)]), false),
        ] {
            assert_eq!(is_explicit(&judged), explicit, "{judged:?}");
        }
    }

    #[test]
    fn classes_are_listed_by_probability() {
        let names: Vec<String> = sorted([0.2, 0.05, 0.5, 0.1, 0.15])
            .into_iter()
            .map(|metric| metric.class_name)
            .collect();
        assert_eq!(names, ["Neutral", "Drawing", "Sexy", "Porn", "Hentai"]);
    }

    #[test]
    fn the_strictest_frame_counts() {
        let harmless = metrics(&[("Neutral", 0.9), ("Porn", 0.05)]);
        let doubtful = metrics(&[("Drawing", 0.5), ("Hentai", 0.49)]);
        // Explicit by its first class, with less of it than the doubtful one has.
        let explicit = metrics(&[("Porn", 0.4), ("Sexy", 0.3), ("Neutral", 0.3)]);
        let frames = |list: &[&Vec<AvatarMetric>]| strictest(list.iter().copied().cloned().collect());
        assert_eq!(frames(&[&harmless, &doubtful, &harmless]), Some(doubtful.clone()));
        assert_eq!(frames(&[&explicit, &doubtful, &harmless]), Some(explicit));
        assert_eq!(frames(&[&harmless]), Some(harmless));
        assert_eq!(frames(&[]), None);
    }

    #[test]
    fn a_decision_counts_before_the_model() {
        for (explicit, decided, state) in [
            (None, None, VerdictState::Pending),
            (Some(false), None, VerdictState::Ok),
            (Some(true), None, VerdictState::Explicit),
            (Some(true), Some(false), VerdictState::Ok),
            (Some(false), Some(true), VerdictState::Explicit),
            (None, Some(false), VerdictState::Ok),
        ] {
            let verdict = Verdict::of(None, explicit, decided);
            assert_eq!(
                (verdict.state, verdict.is_decided),
                (state, decided.is_some()),
                "{explicit:?} {decided:?}"
            );
        }
    }
}
