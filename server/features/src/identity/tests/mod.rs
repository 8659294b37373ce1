//! What the identity provider promises (reliability 2.2), through HTTP.

mod entrance;
mod tokens;
