import { useState } from "react";
import { usePage } from "../../api/page";
import type { Provider } from "../../api/person";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { Button } from "../../design/Button";
import { FormMessage } from "../../design/forms/FormMessage";
import { useAction } from "../../design/forms/useAction";
import { authApi } from "./api";
import { accountFailures } from "./failures";
import s from "./OidcButtons.module.css";

/** Ways in by another service, if the operator has set any up. */
export function OidcButtons() {
  const { uri } = usePage();
  const answer = useApi(uri(reads.authProviders));
  /** The service that the browser is on its way to. */
  const [leaving, setLeaving] = useState<string | null>(null);
  const leave = useAction(
    async (id: Provider["id"]) => {
      const { authorizationUrl } = await authApi.startOidc(id);
      setLeaving(id);
      location.assign(authorizationUrl);
    },
    { say: accountFailures.say },
  );
  const chosen = leave.given?.[0] ?? leaving;
  const providers = answer.state === "ready" ? answer.data.providers : [];
  if (providers.length === 0) return null;

  return (
    <div className={s.others}>
      <p className={s.or}>or</p>
      {leave.failure !== null && <FormMessage>{leave.failure}</FormMessage>}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="lg"
          busy={chosen === provider.id}
          disabled={chosen !== null}
          onClick={() => void leave.run(provider.id)}
        >
          Continue with {provider.displayName}
        </Button>
      ))}
    </div>
  );
}
