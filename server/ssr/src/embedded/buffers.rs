//! A counting allocator for `ArrayBuffer`s.
//!
//! V8 keeps the bytes of array buffers outside the JavaScript heap, and its heap limit does not cover them.
//! This allocator refuses what would go beyond a budget; the script sees a `RangeError`.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use deno_core::v8;

/// The bytes one isolate's array buffers hold, and how many they may.
#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    used: AtomicUsize,
    refused: AtomicBool,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            used: AtomicUsize::new(0),
            refused: AtomicBool::new(false),
        })
    }

    /// Whether an allocation has been refused since the last question.
    pub(super) fn take_refusal(&self) -> bool {
        self.refused.swap(false, Ordering::Relaxed)
    }

    fn reserve(&self, bytes: usize) -> bool {
        let fits = |used: usize| used.checked_add(bytes).filter(|total| *total <= self.limit);
        let granted = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
            .is_ok();
        if !granted {
            self.refused.store(true, Ordering::Relaxed);
        }
        granted
    }

    fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Makes the allocator of one isolate.
#[expect(
    unsafe_code,
    reason = "V8 takes its allocator as a table of C functions and a pointer"
)]
pub(super) fn allocator(budget: &Arc<Budget>) -> v8::UniqueRef<v8::Allocator> {
    // SAFETY: the handle is a counted reference that only `drop_handle` releases, and the table is made for
    // it.
    unsafe { v8::new_rust_allocator(Arc::into_raw(Arc::clone(budget)), &TABLE) }
}

static TABLE: v8::RustAllocatorVtable<Budget> = v8::RustAllocatorVtable {
    allocate,
    allocate_uninitialized: allocate,
    free,
    drop: drop_handle,
};

/// One layout for any length: V8 passes the same length back to `free`.
fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), align_of::<u128>()).ok()
}

#[expect(unsafe_code, reason = "the signature is V8's")]
unsafe extern "C" fn allocate(budget: &Budget, bytes: usize) -> *mut c_void {
    let Some(layout) = layout(bytes) else {
        return ptr::null_mut();
    };
    if !budget.reserve(bytes) {
        return ptr::null_mut();
    }
    // SAFETY: the layout is never empty.
    let data = unsafe { alloc_zeroed(layout) };
    if data.is_null() {
        budget.release(bytes);
    }
    data.cast()
}

#[expect(unsafe_code, reason = "the signature is V8's")]
unsafe extern "C" fn free(budget: &Budget, data: *mut c_void, bytes: usize) {
    if data.is_null() {
        return;
    }
    if let Some(layout) = layout(bytes) {
        // SAFETY: V8 frees what `allocate` returned, once, with the length it asked for.
        unsafe { dealloc(data.cast(), layout) };
        budget.release(bytes);
    }
}

#[expect(unsafe_code, reason = "the signature is V8's")]
unsafe extern "C" fn drop_handle(budget: *const Budget) {
    // SAFETY: the pointer came from `Arc::into_raw` in `allocator`, and V8 drops it once.
    drop(unsafe { Arc::from_raw(budget) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_refuses_what_does_not_fit_and_remembers_it() {
        let budget = Budget::new(100);
        assert!(budget.reserve(60));
        assert!(!budget.take_refusal());
        assert!(!budget.reserve(41));
        assert!(budget.take_refusal());
        assert!(!budget.take_refusal());
        assert!(budget.reserve(40));
        budget.release(60);
        assert!(budget.reserve(60));
        assert!(!budget.reserve(usize::MAX));
    }
}
