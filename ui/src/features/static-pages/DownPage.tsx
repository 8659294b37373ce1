import { type Head, pageHead } from "../../api/page";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import { Notice } from "./Notice";
import s from "./Notice.module.css";

export function head(): Head {
  return pageHead({
    title: "We’ll be right back: maintenance in progress",
    description:
      "Dramatis is down for maintenance or because of a problem. Your stories are safe. The status page shows which part is affected and since when.",
    canonical: paths.down,
    robots: "noindex,follow",
  });
}

export default function DownPage() {
  return (
    <Notice sign={<Icon name="mask" />} title="We’ll be right back">
      <p className="page-lead">
        We’re doing maintenance or fixing a problem. Everything you’ve written is safe, and any reply in
        progress will be there when we’re back.
      </p>
      <div className={s.actions}>
        <LinkButton tone="accent" href={paths.home}>
          Go to the home page
        </LinkButton>
        <LinkButton href={paths.status}>See status</LinkButton>
      </div>
      <p className="page-meta">There’s nothing you need to do. Waiting a minute is usually enough.</p>
    </Notice>
  );
}
