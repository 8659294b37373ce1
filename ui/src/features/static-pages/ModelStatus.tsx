import { useEffect, useState } from "react";
import { failedConnection } from "../../api/errors";
import type { components } from "../../api/schema.gen";
import { Icon } from "../../design/Icon";
import { probeModels } from "./api";
import statusPage from "./StatusPage.module.css";

type Probes = components["schemas"]["ModelProbes"];

const LOOK = {
  ok: { level: "up", icon: "check", word: "Answers" },
  unsure: { level: "degraded", icon: "warning", word: "Not sure" },
  failed: { level: "down", icon: "warning", word: "Doesn’t answer" },
} as const;

/** For admins: whether the connected models answer, in their servers' own words where not. */
export default function ModelStatus() {
  const [found, setFound] = useState<Probes["models"] | string | null>(null);

  useEffect(() => {
    const asked = new AbortController();
    probeModels(asked.signal).then(
      ({ models }) => setFound(models),
      (cause: unknown) => {
        if (!asked.signal.aborted) setFound(failedConnection(cause).message);
      },
    );
    return () => asked.abort();
  }, []);

  return (
    <section aria-labelledby="models">
      <h2 className={statusPage.title} id="models">
        Models
      </h2>
      {typeof found === "string" || found === null ? (
        <p className="page-meta" role="status">
          {found ?? "Asking the models’ servers. This is free."}
        </p>
      ) : found.every(({ server }) => server === null) ? (
        // No server was asked: the demo explains how to connect a model.
        found.map(({ model, detail }) => <p key={model}>{detail}</p>)
      ) : (
        <ul>
          {found.map(({ model, server, state, detail, said }) => {
            const { level, icon, word } = LOOK[state];
            return (
              <li key={model} className={statusPage.row} data-level={level}>
                <span className={statusPage.name}>{model}</span>
                <span className={statusPage.word}>
                  <Icon name={icon} />
                  {word}
                </span>
                <span className={statusPage.detail}>
                  {detail}
                  {server !== null && ` (${server})`}
                  {said !== null && (
                    <>
                      {" "}
                      It says: <q>{said}</q>
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
