import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import s from "./ComingSoonPage.module.css";
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
    <section className={cx("wrap", s.page)}>
      <Icon name="mask" className={s.icon} />
      <h1 className={cx("serif", s.title)}>{title}</h1>
      <p className={s.lead}>{lead}</p>
      <p className={s.now}>{now}</p>
      <div className={s.actions}>
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
