//! Errors of the store, and which of them only mean absence.

use std::io::{self, ErrorKind};

use crate::db::is_unwritable_io;

/// The store itself failed: no space, no permission, no network. Absence is not a failure.
#[derive(Debug, thiserror::Error)]
#[error("blob store: {0}")]
pub struct BlobError(#[from] object_store::Error);

impl BlobError {
    /// Whether it failed because nothing can be written now: the disk or a quota is full, or the file system
    /// is read-only.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        io_cause(&self.0).is_some_and(is_unwritable_io)
    }
}

/// `None` for absence. A key whose folder is a file, or the reverse, is just as absent.
pub(super) fn present<T>(answer: Result<T, object_store::Error>) -> Result<Option<T>, BlobError> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) if is_structural(&error) => Ok(None),
        Err(error) => Err(BlobError(error)),
    }
}

fn is_structural(error: &object_store::Error) -> bool {
    io_cause(error)
        .is_some_and(|error| matches!(error.kind(), ErrorKind::NotADirectory | ErrorKind::IsADirectory))
}

/// The error of the operating system, if there is one.
fn io_cause(error: &object_store::Error) -> Option<&io::Error> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if let Some(error) = inner.downcast_ref::<io::Error>() {
            return Some(error);
        }
        cause = inner.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_or_read_only_disk_is_told_from_other_failures() {
        let failed = |kind: ErrorKind| {
            let inner = object_store::Error::Generic {
                store: "local",
                source: Box::new(io::Error::from(kind)),
            };
            BlobError(object_store::Error::Generic {
                store: "prefix",
                source: Box::new(inner),
            })
        };
        for kind in [
            ErrorKind::StorageFull,
            ErrorKind::QuotaExceeded,
            ErrorKind::ReadOnlyFilesystem,
        ] {
            assert!(failed(kind).is_unwritable(), "{kind}");
            assert_eq!(
                crate::web::Problem::from(failed(kind)).code(),
                kernel::ErrorCode::STORAGE_FULL
            );
        }
        assert!(!failed(ErrorKind::PermissionDenied).is_unwritable());
    }
}
