import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Icon } from "../../../design/Icon";
import s from "./Running.module.css";

/** How often it is looked at, in milliseconds. */
const EVERY_MS = 2_000;

/** What is being imported at this moment. */
export function Running({ id }: { id: string }) {
  const files = useApi(readUri(reads.importRunning, { importID: id }), { again: () => EVERY_MS });
  const [first] = files.state === "ready" ? files.data.results : [];
  return (
    <p className={s.running}>
      <Icon name="refresh" />
      <span>Now</span>
      <b dir="auto">{first?.name ?? "…"}</b>
    </p>
  );
}
