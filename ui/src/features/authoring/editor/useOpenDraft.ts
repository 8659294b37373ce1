import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FailedRequest, failedConnection } from "../../../api/errors";
import { type OpenDraft, openDraft } from "../journal/open";

export type OpenState =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: FailedRequest; readonly retry: () => void }
  | ({ readonly state: "open" } & OpenDraft);

/** Opens the draft of an address. One that was new stays open when its address gets its id. */
export function useOpenDraft(
  owner: string | null,
  draftId: string,
  onCreated: (id: string) => void,
): OpenState {
  const [state, setState] = useState<OpenState>({ state: "loading" });
  const [tries, setTries] = useState(0);
  const held = useRef<OpenDraft | null>(null);
  const created = useEffectEvent(onCreated);

  useEffect(() => {
    // A failed try is made again.
    void tries;
    if (owner === null || held.current?.session.snapshot().id === draftId) return;
    held.current?.close();
    held.current = null;
    setState({ state: "loading" });
    let gone = false;
    openDraft(owner, draftId, (id) => created(id)).then(
      (opened) => {
        if (gone) opened.close();
        else {
          held.current = opened;
          setState({ state: "open", ...opened });
        }
      },
      (cause: unknown) => {
        if (!gone)
          setState({
            state: "failed",
            error: failedConnection(cause),
            retry: () => setTries((now) => now + 1),
          });
      },
    );
    return () => {
      gone = true;
    };
  }, [owner, draftId, tries]);

  useEffect(
    () => () => {
      held.current?.close();
      held.current = null;
    },
    [],
  );

  return state;
}
