//! The kinds of e-mail that identity sends.

/// What an e-mail is for. The first three carry a link that opens something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::identity) enum EmailKind {
    VerifyEmail,
    ResetPassword,
    ChangeEmail,
    PasswordChanged,
    EmailChanged,
    TotpOn,
    TotpOff,
    ProviderLinked,
    DeletionAsked,
}

impl EmailKind {
    const ALL: [Self; 9] = [
        Self::VerifyEmail,
        Self::ResetPassword,
        Self::ChangeEmail,
        Self::PasswordChanged,
        Self::EmailChanged,
        Self::TotpOn,
        Self::TotpOff,
        Self::ProviderLinked,
        Self::DeletionAsked,
    ];

    /// The name in the queue; also the `mode` of the link, and the purpose of its token.
    pub(in crate::identity) const fn as_str(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verifyEmail",
            Self::ResetPassword => "resetPassword",
            Self::ChangeEmail => "changeEmail",
            Self::PasswordChanged => "passwordChanged",
            Self::EmailChanged => "emailChanged",
            Self::TotpOn => "totpOn",
            Self::TotpOff => "totpOff",
            Self::ProviderLinked => "providerLinked",
            Self::DeletionAsked => "deletionAsked",
        }
    }

    /// The kind with this name.
    pub(super) fn from_stored(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
