//! Users, as far as anybody may see them: the public side of a person.

mod http;
mod model;
pub(crate) mod store;

pub use http::router;
pub use model::{PublicStats, PublicUser};
pub(crate) use store::find_id;
pub use store::{ListedUser, list_after};
