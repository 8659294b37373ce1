import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import { comingSoonText } from "./comingSoon";

export function head(ctx: PageContext): Head {
  const { title, description } = comingSoonText(ctx.path);
  return pageHead({ title, description, canonical: ctx.path, robots: "noindex,follow" });
}

/** An honest page where an account will be needed: what comes, what is open now, and the way back. */
export default function ComingSoonPage() {
  const { path } = usePage();
  const { title, lead, now } = comingSoonText(path);
  return (
    <section className="later wrap">
      <Icon name="mask" className="later-icon" />
      <h1 className="serif later-title">{title}</h1>
      <p className="later-lead">{lead}</p>
      <p className="later-now">{now}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <LinkButton tone="accent" size="lg" href={paths.search()}>
          Browse scenarios
        </LinkButton>
        <LinkButton size="lg" href={paths.guide()}>
          Read the guide
        </LinkButton>
      </div>
    </section>
  );
}
