import { useQueryClient } from "@tanstack/react-query";
import { readUri } from "../../../api/address";
import { keyOf, useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Button } from "../../../design/Button";
import { ErrorState } from "../../../design/EmptyStates";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { Skeleton } from "../../../design/Skeleton";
import { longDate } from "../../../lib/dates";
import { meApi } from "../api";
import s from "./Devices.module.css";
import { Row, Section } from "./Section";
import section from "./Section.module.css";

const DEVICES = readUri(reads.devices);

/** Every browser that is signed in. */
export function Devices({ onSignOutEverywhere }: { onSignOutEverywhere: () => void }) {
  const client = useQueryClient();
  const devices = useApi(DEVICES);
  const end = useAction(
    async (id: string) => {
      await meApi.endDevice(id);
      client.setQueryData(keyOf(DEVICES), (list) =>
        list === undefined ? list : { results: list.results.filter((device) => device.id !== id) },
      );
    },
    { overlapping: true },
  );

  return (
    <Section title="Your devices" lead="Sign out devices you don’t recognise, then change your password.">
      {end.failure !== null && <FormMessage>{end.failure}</FormMessage>}
      {devices.state === "loading" && <Skeleton className="section-skeleton" />}
      {devices.state === "failed" && (
        <ErrorState title="Couldn’t load your devices" onRetry={devices.retry}>
          {devices.error.message}
        </ErrorState>
      )}
      {devices.state === "ready" && (
        <ul className={section.rows}>
          {devices.data.results.map((device) => (
            <li key={device.id}>
              <Row
                title={
                  <>
                    <Icon name="device" />
                    {device.label}
                    {device.current && <span className={s.deviceHere}>This browser</span>}
                  </>
                }
                action={
                  device.current ? undefined : (
                    <Button
                      tone="quiet"
                      busy={end.given?.[0] === device.id}
                      onClick={() => void end.run(device.id)}
                    >
                      Sign out
                    </Button>
                  )
                }
              >
                {device.address} · last seen {longDate(device.lastSeenOn)} · since{" "}
                {longDate(device.createdOn)}
              </Row>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button tone="danger" onClick={onSignOutEverywhere}>
          Sign out everywhere
        </Button>
      </div>
    </Section>
  );
}
