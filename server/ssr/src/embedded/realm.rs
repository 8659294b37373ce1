//! Makes the realm a bundle runs in, in a fresh runtime or in one restored from a snapshot.
//!
//! A realm goes through three steps: [`inject_globals`] adds the globals, [`evaluate`] runs the bundle, [`seal`]
//! closes the realm and finds the bundle's function. A snapshot is taken after the second; a restored realm
//! needs only the third.

use deno_core::{Extension, JsRuntime, scope, v8};

use super::exception;
use super::url::ssr_url;
use crate::StartError;
use crate::realm::{GUARD, MICROTASKS, SEAL, TIMERS};

/// The function a bundle must set on the global object.
const ENTRY: &str = "dramatisRender";

/// What deno_core adds to the global object. A bundle never sees it; a restored runtime wants to find it
/// there.
const HOST: [&str; 2] = ["Deno", "__bootstrap"];

/// What V8 adds to the global object of a restored realm, and must not find there.
const ADDED_AT_RESTORE: &str = "queueMicrotask";

const GLOBALS: [(&str, &str); 4] = [
    ("ssr:guard.js", GUARD),
    ("ssr:timers.js", TIMERS),
    ("ssr:microtasks.js", MICROTASKS),
    ("ssr:url.js", include_str!("url.js")),
];

/// All sources of this crate that are part of a snapshot, as text: part of its key.
pub(super) fn sources() -> impl Iterator<Item = &'static str> {
    GLOBALS.into_iter().map(|(_, source)| source)
}

/// The operations of the realm; the same list for a snapshot and for what is restored from it.
pub(super) fn extensions() -> Vec<Extension> {
    vec![ssr_url::init()]
}

/// Adds the globals this crate provides.
pub(super) fn inject_globals(runtime: &mut JsRuntime) -> Result<(), StartError> {
    for (name, source) in GLOBALS {
        run(runtime, name, source.to_owned())?;
    }
    Ok(())
}

/// Runs the bundle.
pub(super) fn evaluate(runtime: &mut JsRuntime, bundle: &str) -> Result<(), StartError> {
    let host = HOST.map(|name| take(runtime, name));
    run(runtime, "bundle.js", bundle.to_owned())?;
    entry(runtime)?;
    for (name, value) in HOST.into_iter().zip(host) {
        put(runtime, name, value);
    }
    Ok(())
}

/// Makes a realm fit to be taken into a snapshot.
pub(super) fn prepare_for_snapshot(runtime: &mut JsRuntime) {
    take(runtime, ADDED_AT_RESTORE);
}

/// Closes the realm against additions and returns the bundle's function.
pub(super) fn seal(runtime: &mut JsRuntime) -> Result<v8::Global<v8::Function>, StartError> {
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
    let function = global
        .get(scope, name.into())
        .and_then(|value| v8::Local::<v8::Function>::try_from(value).ok());
    match function {
        Some(function) => Ok(v8::Global::new(scope, function)),
        None => Err(StartError::Bundle(format!(
            "it does not set globalThis.{ENTRY} to a function"
        ))),
    }
}

/// Removes a property of the global object and returns its value.
fn take(runtime: &mut JsRuntime, name: &str) -> Option<v8::Global<v8::Value>> {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let name = text(scope, name);
    let value = global
        .get(scope, name.into())
        .filter(|value| !value.is_undefined());
    global.delete(scope, name.into());
    value.map(|value| v8::Global::new(scope, value))
}

/// Adds a property to the global object, not enumerable, as deno_core does.
fn put(runtime: &mut JsRuntime, name: &str, value: Option<v8::Global<v8::Value>>) {
    let Some(value) = value else { return };
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let name = text(scope, name);
    let value = v8::Local::new(scope, value);
    global.define_own_property(scope, name.into(), value, v8::PropertyAttribute::DONT_ENUM);
}

fn text<'s>(scope: &mut v8::PinScope<'s, '_>, text: &str) -> v8::Local<'s, v8::String> {
    v8::String::new(scope, text).unwrap_or_else(|| v8::String::empty(scope))
}
