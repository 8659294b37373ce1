import { use, useRef, useState } from "react";
import { ActionError, type Failure, FailureReader } from "./failure";

interface ActionOptions<Args extends readonly unknown[]> {
  /** The sentence for a failure; by default the failure's own. */
  say?: (failure: Failure, ...args: Args) => string;
  /** Takes a failure that is shown elsewhere; true when it has. */
  onFailure?: (failure: Failure, ...args: Args) => boolean;
  /** For what shows its result at once and sends it behind: a second run does not wait for the first. */
  overlapping?: boolean;
}

/** Something that a press asks for and that takes a while. */
export interface Action<Args extends readonly unknown[] = []> {
  /**
   * Runs the operation. Resolves to whether it succeeded; false as well when nothing was begun because one is under way. It
   * never rejects.
   */
  run: (...args: Args) => Promise<boolean>;
  busy: boolean;
  /** What the run under way was given, so that of many rows one shows it; null when none is. */
  given: Args | null;
  /** Why the last run failed, for people to read; null once another begins. */
  failure: string | null;
  /** Whether the last run succeeded. */
  done: boolean;
  /** Removes the failure or the success, once it is out of date. */
  clear: () => void;
}

type State<Args> = { at: "idle" | "done" } | { at: "busy"; given: Args } | { at: "failed"; sentence: string };

/**
 * The one way to change something: `operation` is a call of the feature's `api.ts`, or a function around it, and gives the
 * action its types. Busy until it is settled, never twice at once, and a rejection becomes a sentence.
 */
export function useAction<Args extends readonly unknown[]>(
  operation: (...args: Args) => Promise<unknown>,
  { say, onFailure, overlapping = false }: ActionOptions<Args> = {},
): Action<Args> {
  const read = use(FailureReader);
  const running = useRef(0);
  const [state, setState] = useState<State<Args>>({ at: "idle" });

  const fail = (cause: unknown, args: Args) => {
    const failure = cause instanceof ActionError ? cause : read(cause);
    const taken = onFailure?.(failure, ...args) ?? false;
    setState(taken ? { at: "idle" } : { at: "failed", sentence: say?.(failure, ...args) ?? failure.message });
  };

  const run = async (...args: Args) => {
    // Not the state: two presses may come before the next render.
    if (running.current > 0 && !overlapping) return false;
    running.current += 1;
    setState({ at: "busy", given: args });
    try {
      await operation(...args);
    } catch (cause) {
      running.current -= 1;
      fail(cause, args);
      return false;
    }
    running.current -= 1;
    if (running.current === 0) setState((now) => (now.at === "busy" ? { at: "done" } : now));
    return true;
  };

  return {
    run,
    busy: state.at === "busy",
    given: state.at === "busy" ? state.given : null,
    failure: state.at === "failed" ? state.sentence : null,
    done: state.at === "done",
    clear: () => setState((now) => (now.at === "busy" ? now : { at: "idle" })),
  };
}
