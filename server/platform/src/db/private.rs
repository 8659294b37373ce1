//! Files that only the user of the process may read.

use std::fs;
use std::io;
use std::path::Path;

/// Creates an empty file that only its owner may use; restricts a file that exists already.
///
/// # Errors
/// Those of the operating system, also if the file belongs to another user.
pub fn create_private(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    // Opened for appending, so that what is there stays.
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?;
    restrict_to_owner(path)
}

/// Removes the rights of others to a file or folder. One that does not exist is not an error.
///
/// # Errors
/// Those of the operating system, also if it belongs to another user.
#[cfg(unix)]
pub fn restrict_to_owner(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const OTHERS: u32 = 0o077;
    let mode = match fs::metadata(path) {
        Ok(meta) => meta.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & OTHERS == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o7777 & !OTHERS))
}

/// Elsewhere files have the rights of their folder.
#[cfg(not(unix))]
pub fn restrict_to_owner(_: &Path) -> io::Result<()> {
    Ok(())
}
