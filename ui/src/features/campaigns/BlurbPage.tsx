import { LinkButton } from "../../design/Button";
import fan from "../../design/Fan.module.css";
import { Picture } from "../../design/Picture";
import { Skeleton } from "../../design/Skeleton";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { CARD_PICTURE, CARD_WIDTHS } from "../scenarios/public";
import s from "./BlurbPage.module.css";
import { CAMPAIGN_ERROR, useCampaign } from "./useCampaign";

/** As wide as a poster of the fan (BlurbPage.module.css). */
const FAN_PICTURE = { ...CARD_PICTURE, widths: CARD_WIDTHS, sizes: "clamp(80px, 24vw, 176px)" } as const;

/** A campaign's introduction. 'Chat now' goes on to the home page. */
export function BlurbPage() {
  const { details } = useCampaign();
  const pictures = details.state === "ready" ? details.data.heroLinks.slice(0, 3) : [];

  return (
    <section className={cx("wrap", s.blurb)}>
      {pictures.length > 0 && (
        <div className={cx(fan.fan, s.fan)} aria-hidden="true">
          {pictures.map((src) => (
            <span className={cx("poster hideable", fan.poster)} key={src}>
              <Picture src={src} alt="" {...FAN_PICTURE} eager />
            </span>
          ))}
        </div>
      )}
      {details.state === "loading" ? (
        <div className={s.waiting} role="status">
          <Skeleton />
          <Skeleton />
        </div>
      ) : (
        <>
          <h1 className={cx("serif", s.title)}>
            {details.state === "ready" ? details.data.displayBlurb.header : CAMPAIGN_ERROR.header}
          </h1>
          <p className={s.body}>
            {details.state === "ready" ? details.data.displayBlurb.body : CAMPAIGN_ERROR.body}
          </p>
        </>
      )}
      <LinkButton tone="accent" size="lg" href={paths.home} className={s.go}>
        Chat now
      </LinkButton>
      <p className={s.adult}>
        <strong>18+</strong> Some stories here are written for adults. Continue only if you are 18 or older.
        Explicit pictures stay blurred until you confirm your age.
      </p>
    </section>
  );
}
