//! The classes of a text, and their probabilities.

use crate::safety::model::{Crisis, CrisisKind, Whom};

/// A class of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Harmless,
    /// The writer thinks of dying.
    Dying,
    /// They hurt themselves.
    Harm,
    /// They have already done something that needs a doctor.
    Done,
    /// Somebody they write of is in crisis.
    Somebody,
}

impl Class {
    pub(super) const ALL: [Self; 5] = [
        Self::Harmless,
        Self::Dying,
        Self::Harm,
        Self::Done,
        Self::Somebody,
    ];

    pub(super) const fn crisis(self, language: &'static str) -> Option<Crisis> {
        let (kind, whom, is_done) = match self {
            Self::Harmless => return None,
            Self::Dying => (CrisisKind::Suicide, Whom::Writer, false),
            Self::Harm => (CrisisKind::SelfHarm, Whom::Writer, false),
            Self::Done => (CrisisKind::Suicide, Whom::Writer, true),
            Self::Somebody => (CrisisKind::Suicide, Whom::Somebody, false),
        };
        Some(Crisis {
            kind,
            whom,
            language,
            is_done,
        })
    }
}

/// The probability of each of [`Class::ALL`].
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Odds(pub(super) [f32; Class::ALL.len()]);

impl Odds {
    /// The probability that somebody is in crisis.
    pub(super) fn in_need(&self) -> f32 {
        1.0 - self.0[0]
    }

    /// The most probable kind of crisis.
    pub(super) fn most(&self) -> Class {
        let best = (1..self.0.len()).max_by(|one, other| self.0[*one].total_cmp(&self.0[*other]));
        best.map_or(Class::Harmless, |at| Class::ALL[at])
    }

    /// The probability that it is somebody else.
    pub(super) fn somebody(&self) -> f32 {
        self.0[Class::ALL.len() - 1]
    }
}
