//! Every macro, by table.
