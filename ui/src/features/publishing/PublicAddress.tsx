import { useState } from "react";
import { Button, LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import s from "./PublicAddress.module.css";

type Copied = "no" | "yes" | "failed";

const SAYS: Readonly<Record<Copied, string>> = {
  no: "",
  yes: "Link copied.",
  failed: "The link couldn’t be copied: select it above.",
};

/** Where readers find a scenario, to be passed on. Browser only. */
export function PublicAddress({ path }: { path: string }) {
  const [copied, setCopied] = useState<Copied>("no");
  const address = new URL(path, location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied("yes");
    } catch {
      setCopied("failed");
    }
  };
  return (
    <section className={s.address} aria-label="Public address">
      <a className="text-link" href={path}>
        {address}
      </a>
      <div className={s.actions}>
        <Button onClick={() => void copy()}>
          <Icon name={copied === "yes" ? "check" : "copy"} />
          Copy link
        </Button>
        <LinkButton href={path}>Open the page</LinkButton>
        <span className={s.said} role="status">
          {SAYS[copied]}
        </span>
      </div>
    </section>
  );
}
