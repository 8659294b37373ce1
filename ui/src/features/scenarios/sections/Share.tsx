import { useEffect, useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";

/** How long the confirmation stays, in milliseconds. */
const CONFIRM_MS = 4_000;

type State = "idle" | "copied" | "failed";

const LABELS: Readonly<Record<State, string>> = {
  idle: "Share",
  copied: "Link copied",
  failed: "Copy the address from the address bar",
};

/** Hands the page to the device's own share sheet, or copies its address and confirms it. */
export function Share({ title, path }: { title: string; path: string }) {
  const [state, setState] = useState<State>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const share = async () => {
    const url = new URL(path, location.origin).href;
    if (typeof navigator.share === "function") {
      // The sheet itself shows what happened; closing it is not a failure.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setState("copied");
    } catch {
      setState("failed");
    }
  };

  return (
    <>
      <Button size="lg" onClick={() => void share()}>
        <Icon name={state === "copied" ? "check" : "share"} />
        {LABELS[state]}
      </Button>
      <span className="sr-only" role="status">
        {state === "idle" ? "" : LABELS[state]}
      </span>
    </>
  );
}
