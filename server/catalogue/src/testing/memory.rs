//! How much memory something takes.

/// The most memory this process has had since the last call with `forget`, in KiB; 0 where the kernel does not
/// tell or the runner does not give each test a process of its own.
///
/// # Panics
/// When the kernel tells it in another form.
pub fn peak_memory(forget: bool) -> u64 {
    if std::env::var_os("NEXTEST").is_none() || !cfg!(target_os = "linux") {
        return 0;
    }
    if forget {
        std::fs::write("/proc/self/clear_refs", "5").expect("a kernel that forgets");
    }
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .expect("a peak")
}
