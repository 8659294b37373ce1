//! The client's build output, as far as the server reads it: `manifest.json`, `routes.json` and where the
//! files are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::routes::{RouteRow, RouteTable, TableError};

/// Which files a page needs, written by the UI build. All addresses are root-relative.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Changes with every build whose output differs.
    pub build_id: String,
    /// The small script that starts the client once the page is painted.
    pub entry: String,
    /// Style sheets, in order.
    #[serde(default)]
    pub styles: Vec<String>,
    /// The client's modules, which the entry imports.
    #[serde(default)]
    pub modulepreload: Vec<String>,
    /// Fonts of the first paint.
    #[serde(default)]
    pub font_preload: Vec<String>,
    /// Scripts of each route, by row id.
    #[serde(default)]
    pub route_chunks: BTreeMap<String, Vec<String>>,
    /// Icons by their `rel` (`icon`, `apple-touch-icon`, `manifest`).
    #[serde(default)]
    pub icons: BTreeMap<String, String>,
}

/// The client's build output.
#[derive(Debug)]
pub struct Bundle {
    /// Which files a page needs.
    pub manifest: Manifest,
    /// The screens.
    pub routes: RouteTable,
    /// Directory of the build output.
    pub root: PathBuf,
}

/// Why the build output cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file is missing or not readable.
    #[error("{}: {source} (has the client been built? try `make bundles`)", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A file does not have the expected content.
    #[error("{}: {source}", path.display())]
    Json {
        /// Which file.
        path: PathBuf,
        /// What is wrong in it.
        source: serde_json::Error,
    },
    /// The route table contradicts itself.
    #[error("routes.json: {0}")]
    Table(#[from] TableError),
}

impl Bundle {
    /// Reads the build output in `root`.
    ///
    /// # Errors
    /// [`BundleError`]: a file is missing or broken.
    pub fn load(root: &Path) -> Result<Self, BundleError> {
        let manifest = read(&root.join("manifest.json"))?;
        let rows: Vec<RouteRow> = read(&root.join("routes.json"))?;
        Ok(Self {
            manifest,
            routes: RouteTable::new(rows)?,
            root: root.to_owned(),
        })
    }

    /// The server bundle.
    #[must_use]
    pub fn server_script(&self) -> PathBuf {
        server_script(&self.root)
    }

    /// Directory of the files that browsers fetch.
    #[must_use]
    pub fn client_dir(&self) -> PathBuf {
        self.root.join("client")
    }
}

/// The server bundle of the build output in `root`.
#[must_use]
pub fn server_script(root: &Path) -> PathBuf {
    root.join("server").join("entry-server.js")
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, BundleError> {
    let text = std::fs::read(path).map_err(|source| BundleError::File {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&text).map_err(|source| BundleError::Json {
        path: path.to_owned(),
        source,
    })
}
