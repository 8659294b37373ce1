import { LinkButton } from "../../design/Button";
import { Picture } from "../../design/Picture";
import { Skeleton } from "../../design/Skeleton";
import { paths } from "../../lib/paths";
import { CARD_PICTURE, CARD_WIDTHS } from "../scenarios/public";
import { CAMPAIGN_ERROR, useCampaign } from "./useCampaign";

/** As wide as `.blurb-fan .fan-poster`. */
const FAN_PICTURE = { ...CARD_PICTURE, widths: CARD_WIDTHS, sizes: "clamp(80px, 24vw, 176px)" } as const;

/** What a campaign says before the doors open. 'Chat now' goes on to the home page. */
export function BlurbPage() {
  const { details } = useCampaign();
  const pictures = details.state === "ready" ? details.data.heroLinks.slice(0, 3) : [];

  return (
    <section className="blurb wrap">
      {pictures.length > 0 && (
        <div className="fan blurb-fan" aria-hidden="true">
          {pictures.map((src) => (
            <span className="poster fan-poster hideable" key={src}>
              <Picture src={src} alt="" {...FAN_PICTURE} eager />
            </span>
          ))}
        </div>
      )}
      {details.state === "loading" ? (
        <div className="grid w-full max-w-xl justify-items-center gap-4" role="status">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      ) : (
        <>
          <h1 className="serif blurb-title">
            {details.state === "ready" ? details.data.displayBlurb.header : CAMPAIGN_ERROR.header}
          </h1>
          <p className="blurb-body">
            {details.state === "ready" ? details.data.displayBlurb.body : CAMPAIGN_ERROR.body}
          </p>
        </>
      )}
      <LinkButton tone="gold" size="lg" href={paths.home} className="min-w-52">
        Chat now
      </LinkButton>
      <p className="blurb-adult">
        <strong>18+</strong> Some stories here are written for adults. Continue only if you are 18 or older.
        Explicit pictures stay blurred until you confirm your age.
      </p>
    </section>
  );
}
