//! Makes the realm a bundle runs in, in a fresh runtime or in one restored from a snapshot.
//!
//! A realm goes through three steps: [`furnish`] adds the globals, [`evaluate`] runs the bundle, [`seal`] closes the
//! realm and finds the bundle's function. A snapshot is taken after the second; a restored realm needs only the third.

use deno_core::{Extension, JsRuntime, scope, v8};

use super::exception;
use super::url::ssr_url;
use crate::StartError;
use crate::realm::{GUARD, SEAL, TIMERS};

/// The function a bundle must set on the global object.
const ENTRY: &str = "dramatisRender";

/// What deno_core adds to the global object. It gives access to operations a page has no business with.
const DENO: &str = "Deno";

const GLOBALS: [(&str, &str); 3] = [("ssr:guard.js", GUARD), ("ssr:timers.js", TIMERS), ("ssr:url.js", include_str!("url.js"))];

/// Everything of ours that is baked into a snapshot, as text: part of its key.
pub(super) fn sources() -> impl Iterator<Item = &'static str> {
    GLOBALS.into_iter().map(|(_, source)| source)
}

/// The operations of the realm; the same list for a snapshot and for what is restored from it.
pub(super) fn extensions() -> Vec<Extension> {
    vec![ssr_url::init()]
}

/// Adds the globals this crate provides.
pub(super) fn furnish(runtime: &mut JsRuntime) -> Result<(), StartError> {
    for (name, source) in GLOBALS {
        run(runtime, name, source.to_owned())?;
    }
    Ok(())
}

/// Runs the bundle. It does not see `Deno`, but the global has it again afterwards, because a snapshot needs it.
pub(super) fn evaluate(runtime: &mut JsRuntime, bundle: &str) -> Result<(), StartError> {
    let deno = take_deno(runtime);
    run(runtime, "bundle.js", bundle.to_owned())?;
    entry(runtime)?;
    if let Some(deno) = deno {
        scope!(scope, runtime);
        let global = scope.get_current_context().global(scope);
        let name = text(scope, DENO);
        let deno = v8::Local::new(scope, deno);
        global.set(scope, name.into(), deno);
    }
    Ok(())
}

/// Closes the realm against additions and answers the bundle's function.
pub(super) fn seal(runtime: &mut JsRuntime) -> Result<v8::Global<v8::Function>, StartError> {
    take_deno(runtime);
    run(runtime, "ssr:seal.js", SEAL.to_owned())?;
    entry(runtime)
}

fn run(runtime: &mut JsRuntime, name: &'static str, source: String) -> Result<(), StartError> {
    match runtime.execute_script(name, source) {
        Ok(_) => Ok(()),
        Err(error) => Err(StartError::Bundle(exception::describe(&error))),
    }
}

/// The function the bundle has set.
pub(super) fn entry(runtime: &mut JsRuntime) -> Result<v8::Global<v8::Function>, StartError> {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let name = text(scope, ENTRY);
    let function = global.get(scope, name.into()).and_then(|value| v8::Local::<v8::Function>::try_from(value).ok());
    match function {
        Some(function) => Ok(v8::Global::new(scope, function)),
        None => Err(StartError::Bundle(format!("it does not set globalThis.{ENTRY} to a function"))),
    }
}

/// Removes `Deno` from the global object and answers what it was.
fn take_deno(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Value>> {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let name = text(scope, DENO);
    let deno = global.get(scope, name.into()).filter(|value| value.is_object());
    global.delete(scope, name.into());
    deno.map(|value| v8::Global::new(scope, value))
}

fn text<'s>(scope: &mut v8::PinScope<'s, '_>, text: &str) -> v8::Local<'s, v8::String> {
    v8::String::new(scope, text).unwrap_or_else(|| v8::String::empty(scope))
}
