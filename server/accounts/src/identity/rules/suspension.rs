//! The reason that an admin gives for suspending an account or ending its suspension.

/// Longest reason, in characters.
const MAX_REASON_CHARS: usize = 500;

/// The trimmed reason of an admin's decision, for the audit log.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn check_reason(text: &str) -> Result<&str, String> {
    let reason = text.trim();
    if reason.is_empty() {
        return Err("Say why; it goes into the audit log.".to_owned());
    }
    if reason.chars().count() > MAX_REASON_CHARS || reason.contains('\0') {
        return Err(format!("A reason has at most {MAX_REASON_CHARS} characters."));
    }
    Ok(reason)
}
