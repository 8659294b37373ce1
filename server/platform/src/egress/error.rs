//! Why something was not fetched.

/// Why a fetch failed.
///
/// Cloneable, because one fetch may answer many callers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    /// The address is never fetched.
    #[error("the address is never fetched: {0:?}")]
    Refused(#[from] Refusal),
    /// The other host has nothing at this address.
    #[error("the other host has nothing at this address")]
    Missing,
    /// The body is larger than the caller accepts.
    #[error("the body is too large")]
    TooLarge,
    /// The other host took longer than it may.
    #[error("the other host took too long")]
    Late,
    /// The other host failed, or cannot be reached.
    #[error("the other host failed")]
    Failed,
}

/// Why an address is never fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// An address without a host.
    #[error("an address without a host")]
    Address,
    /// Not `http` or `https`.
    #[error("neither http nor https")]
    Scheme,
    /// A user name or a password in the address.
    #[error("a user name or a password in the address")]
    Credentials,
    /// A port that the guard does not allow.
    #[error("a port that is not allowed")]
    Port,
    /// A host that is not on the allow-list.
    #[error("a host that is not allowed")]
    Host,
    /// A host that stands for an address that is not public, or for no address at all.
    #[error("a host without a public address")]
    Network,
    /// A redirect to an address that is refused, or one too many.
    #[error("a redirect to an address that is refused, or one too many")]
    Redirect,
}
