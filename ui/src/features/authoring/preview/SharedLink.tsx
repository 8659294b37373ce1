import { useState } from "react";
import type { Scenario } from "../../../api/types";
import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import { scenarioDescription, scenarioTitle } from "../../scenarios/public";
import s from "./SharedLink.module.css";

/** The picture of a shared link in pixels, as the server draws it (`media/og`). */
const PICTURE = { width: 1200, height: 630 } as const;

interface SharedLinkProps {
  scenario: Scenario;
  /** The version of the draft that `scenario` is. */
  version: number;
}

/** The scenario as a link in a chat or a post shows it. */
export function SharedLink({ scenario, version }: SharedLinkProps) {
  const picture = paths.draftPicture(scenario.id, version);
  return (
    <div className={s.page}>
      <div className={s.card}>
        <SharedPicture key={picture} src={picture} />
        <div className={s.words}>
          <p className={s.site}>
            <Icon name="external" />
            {location.host}
          </p>
          <p className={s.name} dir="auto">
            {scenarioTitle(scenario)}
          </p>
          <p className={s.text} dir="auto">
            {scenarioDescription(scenario)}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The picture as the server draws it of the draft; its words are those below it. */
function SharedPicture({ src }: { src: string }) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={s.picture}>
      {failed ? (
        <p className={s.failed}>The picture can’t be shown right now.</p>
      ) : (
        <img className={s.image} src={src} alt="" {...PICTURE} onError={() => setFailed(true)} />
      )}
    </div>
  );
}
