//! Tests of the rights of the database's files.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::{Db, create_private, restrict_to_owner};
use crate::testing::run_test;

fn mode(path: &Path) -> u32 {
    fs::metadata(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .permissions()
        .mode()
        & 0o777
}

fn open_to_all(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o644)).expect("a mode");
}

#[test]
fn the_database_is_its_owners_from_the_first_and_made_so_at_every_start() {
    run_test(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("new.db");
        let url = format!("sqlite://{}", file.display());
        let beside: Vec<_> = ["new.db", "new.db-wal", "new.db-shm"]
            .iter()
            .map(|name| folder.path().join(name))
            .collect();
        let db = Db::open(&url).await.expect("a database");
        for path in &beside {
            assert_eq!(mode(path), 0o600, "{}", path.display());
        }
        // As an earlier release left them.
        beside.iter().for_each(|path| open_to_all(path));
        let again = Db::open(&url).await.expect("the same database");
        for path in &beside {
            assert_eq!(mode(path), 0o600, "{}", path.display());
        }
        again.close().await;
        db.close().await;
    });
}

#[test]
fn a_private_file_keeps_what_is_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("key");
    restrict_to_owner(&file).expect("nothing to do");
    fs::write(&file, "secret").expect("a file");
    open_to_all(&file);
    create_private(&file).expect("a private file");
    assert_eq!(
        (mode(&file), fs::read(&file).expect("a file")),
        (0o600, b"secret".to_vec())
    );
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a mode");
    restrict_to_owner(folder.path()).expect("a private folder");
    assert_eq!(mode(folder.path()), 0o700);
}
