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

macro_rules! content_notes {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// One note of the fixed catalogue.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum ContentNote {
            $($(#[$doc])* $name,)*
        }

        impl ContentNote {
            /// The whole catalogue, in the order in which forms show it.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

content_notes! {
    /// Fights and injuries.
    Violence
    /// Injuries shown in detail.
    Gore
    /// Torture.
    Torture
    /// The death of somebody close.
    Death
    /// Suicide.
    Suicide
    /// Self-harm.
    SelfHarm
    /// War and its consequences.
    War
    /// Horror and threat.
    Horror
    /// Bodies that are changed or invaded.
    BodyHorror
    /// Sex between adults.
    Sex
    /// Nudity without sex.
    Nudity
    /// Sexual violence.
    SexualViolence
    /// Unclear or missing consent.
    DubiousConsent
    /// Abuse within a family or a relationship.
    DomesticAbuse
    /// Manipulation and control.
    Manipulation
    /// Stalking and obsession.
    Stalking
    /// Imprisonment, abduction, slavery.
    Captivity
    /// Infidelity.
    Infidelity
    /// Drugs.
    Drugs
    /// Alcohol.
    Alcohol
    /// Mental illness.
    MentalIllness
    /// Eating disorders.
    EatingDisorders
    /// Serious illness.
    Illness
    /// Bullying.
    Bullying
    /// Hatred of groups of people.
    Discrimination
    /// Cruelty to animals.
    AnimalCruelty
}
