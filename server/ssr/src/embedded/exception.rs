//! JavaScript exceptions as text.

use deno_core::error::JsError;
use deno_core::v8;

use crate::RenderError;

/// A stack longer than this is cut, in bytes.
const STACK_LIMIT: usize = 4 << 10;

/// An exception thrown while a script was loaded.
pub(super) fn describe(error: &JsError) -> String {
    match &error.stack {
        Some(stack) => cut(stack.clone()),
        None => error.exception_message.clone(),
    }
}

/// An exception thrown by a render. The page may have thrown anything, even an object whose `stack` throws in
/// turn.
pub(super) fn thrown(scope: &mut v8::PinScope<'_, '_>, exception: v8::Local<'_, v8::Value>) -> RenderError {
    let message = exception.to_string(scope).map_or_else(
        || "an unprintable value".to_owned(),
        |text| text.to_rust_string_lossy(scope),
    );
    RenderError::Threw {
        message: cut(message),
        stack: stack(scope, exception).map(cut).unwrap_or_default(),
    }
}

fn stack(scope: &mut v8::PinScope<'_, '_>, exception: v8::Local<'_, v8::Value>) -> Option<String> {
    if !exception.is_native_error() {
        return None;
    }
    let name = v8::String::new(scope, "stack")?;
    let stack = exception.to_object(scope)?.get(scope, name.into())?;
    let stack = v8::Local::<v8::String>::try_from(stack).ok()?;
    Some(stack.to_rust_string_lossy(scope))
}

fn cut(mut text: String) -> String {
    if text.len() > STACK_LIMIT {
        text.truncate(text.floor_char_boundary(STACK_LIMIT));
    }
    text
}
