import { useSyncExternalStore } from "react";
import { returnToOf } from "../../api/returnTo";
import { LinkButton } from "../../design/Button";
import { paths } from "../../lib/paths";
import s from "./ComingFrom.module.css";

/** Pages of one's own, by the first word of their address, and what one sees there. */
const OWN: Readonly<Record<string, string>> = {
  "my-scenarios": "your scenarios",
  stories: "your stories",
  dashboard: "your dashboard",
  profile: "your profile",
  wallet: "your wallet",
};

/** What is kept from a visitor who has no account, in words; null: nothing that we have words for. */
export function ownPlace(path: string | null): string | null {
  return OWN[path?.split(/[/?#]/)[1] ?? ""] ?? null;
}

/** The address is another one on each visit. */
const never = () => () => undefined;
const here = () => returnToOf(location.search);

/** Why an account is needed of somebody who wanted to see a page of their own: most have one already. */
export function ComingFrom() {
  const path = useSyncExternalStore(never, here, () => null);
  const place = ownPlace(path);
  if (path === null || place === null) return null;
  return (
    <div className={s.from}>
      <p>
        <b>Sign in to see {place}.</b>
      </p>
      <LinkButton tone="accent" size="lg" href={paths.signInFirst(path)}>
        Sign in
      </LinkButton>
      <p>No account yet? Create one below.</p>
    </div>
  );
}
