//! Content notes: what a reader may want to know before the start.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an author says about the content of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum ContentNotes {
    /// These occur; an empty list says that none of the catalogue does.
    Listed {
        /// Each once, in the author's order.
        notes: Vec<ContentNote>,
    },
    /// The author chooses not to say.
    Undisclosed,
}

impl ContentNotes {
    /// The notes that the author gave; `None` if they chose not to say.
    #[must_use]
    pub fn given(&self) -> Option<&[ContentNote]> {
        match self {
            Self::Listed { notes } => Some(notes),
            Self::Undisclosed => None,
        }
    }
}

macro_rules! content_notes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $label:literal;)*) => {
        /// One note of the fixed catalogue.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum ContentNote {
            $($(#[$doc])* $name,)*
        }

        impl ContentNote {
            /// The whole catalogue, in the order in which forms show it.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its id in the API and in the database.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self {
                    $(Self::$name => $id,)*
                }
            }

            /// What readers see.
            #[must_use]
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)*
                }
            }
        }
    };
}

content_notes! {
    /// Fights and injuries.
    Violence = "violence", "Violence";
    /// Injuries shown in detail.
    Gore = "gore", "Gore";
    /// Torture.
    Torture = "torture", "Torture";
    /// The death of somebody close.
    Death = "death", "Death of somebody close";
    /// Suicide.
    Suicide = "suicide", "Suicide";
    /// Self-harm.
    SelfHarm = "selfHarm", "Self-harm";
    /// War and its consequences.
    War = "war", "War";
    /// Horror and threat.
    Horror = "horror", "Horror";
    /// Bodies that are changed or invaded.
    BodyHorror = "bodyHorror", "Body horror";
    /// Sex between adults.
    Sex = "sex", "Sex";
    /// Nudity without sex.
    Nudity = "nudity", "Nudity";
    /// Sexual violence.
    SexualViolence = "sexualViolence", "Sexual violence";
    /// Unclear or missing consent.
    DubiousConsent = "dubiousConsent", "Unclear consent";
    /// Abuse within a family or a relationship.
    DomesticAbuse = "domesticAbuse", "Domestic abuse";
    /// Manipulation and control.
    Manipulation = "manipulation", "Manipulation";
    /// Stalking and obsession.
    Stalking = "stalking", "Stalking";
    /// Imprisonment, abduction, slavery.
    Captivity = "captivity", "Captivity";
    /// Infidelity.
    Infidelity = "infidelity", "Infidelity";
    /// Drugs.
    Drugs = "drugs", "Drugs";
    /// Alcohol.
    Alcohol = "alcohol", "Alcohol";
    /// Mental illness.
    MentalIllness = "mentalIllness", "Mental illness";
    /// Eating disorders.
    EatingDisorders = "eatingDisorders", "Eating disorders";
    /// Serious illness.
    Illness = "illness", "Serious illness";
    /// Bullying.
    Bullying = "bullying", "Bullying";
    /// Hatred of groups of people.
    Discrimination = "discrimination", "Discrimination";
    /// Cruelty to animals.
    AnimalCruelty = "animalCruelty", "Cruelty to animals";
}

impl ContentNote {
    /// The note with this id; `None` if there is none.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|note| note.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_note_has_the_id_that_json_gives_it_and_a_label_of_its_own() {
        let mut labels = std::collections::BTreeSet::new();
        for note in ContentNote::ALL {
            assert_eq!(serde_json::json!(note), note.id());
            assert_eq!(ContentNote::of_id(note.id()), Some(*note));
            assert!(labels.insert(note.label()), "{}", note.label());
        }
        assert_eq!(labels.len(), 26);
        assert_eq!(ContentNote::of_id("Violence"), None);
    }
}
