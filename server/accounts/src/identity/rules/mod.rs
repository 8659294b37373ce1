//! What identity decides: which addresses and passwords are acceptable, how often something may be tried, how
//! long things last. Pure.

mod attempts;
mod device_label;
mod email_address;
mod limits;
mod passwords;
mod return_to;
mod suspension;

pub use attempts::{
    ACCOUNT_ATTEMPTS, ADDRESS_ATTEMPTS, AttemptCount, AttemptLimit, EMAILS_BY_ACCOUNT, EMAILS_BY_ADDRESS,
    EMAILS_TO_RECIPIENT,
};
pub use device_label::device_label;
pub use email_address::{EmailAddress, Lookalike};
pub use limits::{
    MAX_SIGN_UPS_TRIED, OIDC_SIGN_IN_MILLIS, RECOVERY_CODES, REFRESH_OVERLAP_MILLIS, RESET_MILLIS,
    SESSION_MILLIS, VERIFY_MILLIS,
};
pub use passwords::{WeakPassword, check_password, normalize_password};
pub use return_to::same_site_path;
pub use suspension::check_reason;
