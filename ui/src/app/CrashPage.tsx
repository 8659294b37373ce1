import { useEffect } from "react";
import { useRouteError } from "react-router";
import { LinkButton } from "../design/Button";
import { paths } from "../lib/paths";

/** What stands in for a page whose code failed in the browser. The rest of the site stays usable. */
export function CrashPage() {
  const error = useRouteError();

  useEffect(() => {
    console.error("Something went wrong", error);
  }, [error]);

  return (
    <div className="wrap">
      <div className="state state-page" role="alert">
        <h1 className="state-title">Something went wrong</h1>
        <p className="state-text">
          This page ran into an error. Reloading usually helps. Everything you’ve saved is safe.
        </p>
        <div className="state-actions">
          <LinkButton tone="accent" href="" data-reload>
            Reload page
          </LinkButton>
          <LinkButton href={paths.home} data-reload>
            Go to the home page
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
