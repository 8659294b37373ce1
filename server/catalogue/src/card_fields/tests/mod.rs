//! What cards mean here, there and back.

mod table;
