import { useEffect } from "react";
import { useRouteError } from "react-router";
import { LinkButton } from "../design/Button";
import { paths } from "../lib/paths";

/** What stands in for a page whose code failed in the browser. The rest of the site stays usable. */
export function CrashPage() {
  const error = useRouteError();

  useEffect(() => {
    console.error("A page failed", error);
  }, [error]);

  return (
    <div className="wrap">
      <div className="state min-h-[60dvh] content-center" role="alert">
        <h1 className="state-title text-3xl">The scene broke off</h1>
        <p className="state-text">
          This page met a fault of ours. Loading it anew usually helps; what you saved elsewhere is safe.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <LinkButton tone="gold" href="" data-reload>
            Load the page again
          </LinkButton>
          <LinkButton href={paths.home} data-reload>
            Go home
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
