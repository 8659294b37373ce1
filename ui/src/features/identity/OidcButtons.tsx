import { useState } from "react";
import { failedConnection } from "../../api/errors";
import { usePage } from "../../api/page";
import type { Provider } from "../../api/person";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { Button } from "../../design/Button";
import { FormMessage } from "../../design/forms/FormMessage";
import { authCalls } from "./calls";
import { failureText } from "./failures";
import s from "./OidcButtons.module.css";

/** Ways in by another service, if the operator has set any up. */
export function OidcButtons() {
  const { uri } = usePage();
  const answer = useApi(uri(reads.authProviders));
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const providers = answer.state === "ready" ? answer.data.providers : [];
  if (providers.length === 0) return null;

  const leave = async (provider: Provider) => {
    setLeaving(provider.id);
    setFailure(null);
    try {
      const { authorizationUrl } = await authCalls.startOidc(provider.id);
      location.assign(authorizationUrl);
    } catch (cause) {
      setFailure(failureText(failedConnection(cause)));
      setLeaving(null);
    }
  };

  return (
    <div className={s.others}>
      <p className={s.or}>or</p>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="lg"
          busy={leaving === provider.id}
          disabled={leaving !== null}
          onClick={() => void leave(provider)}
        >
          Continue with {provider.displayName}
        </Button>
      ))}
    </div>
  );
}
