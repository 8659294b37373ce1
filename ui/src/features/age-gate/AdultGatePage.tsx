import { useState } from "react";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { setAdult } from "../../api/prefs";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { setMe, useSession } from "../../api/session";
import { Button, LinkButton } from "../../design/Button";
import { FormMessage } from "../../design/forms/FormMessage";
import { useAction } from "../../design/forms/useAction";
import { paths } from "../../lib/paths";
import { confirmAdult } from "./api";

const TITLE = "For adults only";
const TEXT = "The author rates this scenario as suitable for adults only.";

export function head(ctx: PageContext): Head {
  return pageHead({
    title: TITLE,
    description: TEXT,
    canonical: ctx.path.split("?")[0] ?? paths.home,
    robots: "noindex",
    rating: "adult",
  });
}

/** Whether the scenario is one of those that only a person's own setting opens (`showNSFL`). */
function useExtreme(): boolean {
  const page = usePage();
  const scenario = useApi(page.uri(reads.scenario));
  const problem = scenario.state === "failed" ? scenario.error.responseData : null;
  return typeof problem === "object" && problem !== null && Reflect.get(problem, "rating") === "extreme";
}

/** Instead of a scenario that its author rates for adults: first the visitor is asked. */
export default function AdultGatePage() {
  const { path } = usePage();
  const { viewer } = useSession();
  const extreme = useExtreme();
  const [leaving, setLeaving] = useState(false);
  const confirm = useAction(async () => {
    if (viewer !== null) setMe(await confirmAdult(extreme));
    setAdult(true);
    setLeaving(true);
    // A full load: every list in this tab was made for the old answer.
    location.reload();
  });

  return (
    <div className="wrap">
      <div className="state state-page">
        <p className="state-code numbers" aria-hidden="true">
          18+
        </p>
        <h1 className="state-title">{TITLE}</h1>
        <p className="state-text">
          {extreme
            ? "The author rates this scenario as extreme: expect graphic cruelty or disturbing themes."
            : TEXT}
        </p>
        {confirm.failure !== null && <FormMessage>{confirm.failure}</FormMessage>}
        {extreme && viewer === null ? (
          <>
            <p className="state-text">
              Sign in and turn on “Show extreme content” in your profile to see it.
            </p>
            <div className="state-actions">
              <LinkButton tone="accent" href={paths.signUpFirst(path)}>
                Sign up or sign in
              </LinkButton>
              <LinkButton href={paths.search()}>Browse other scenarios</LinkButton>
            </div>
          </>
        ) : (
          <>
            <p className="state-text">
              <strong>Are you 18 or older, and happy to see it?</strong>{" "}
              {viewer === null
                ? "We remember your answer in this browser."
                : "We save your answer to your profile, where you can change it."}
            </p>
            <div className="state-actions">
              <Button
                tone="accent"
                className="needs-script"
                disabled={confirm.busy || leaving}
                onClick={() => void confirm.run()}
              >
                I’m 18 or older
              </Button>
              <LinkButton href={paths.search()}>Browse other scenarios</LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
