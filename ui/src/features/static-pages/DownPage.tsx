import { type Head, pageHead } from "../../api/page";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import { Placard } from "./Placard";

export function head(): Head {
  return pageHead({
    title: "Intermission: we will be back in a moment",
    description:
      "Dramatis is being worked on or has tripped over something. Stories and texts are safe. The status page shows which part is affected and since when.",
    canonical: paths.down,
    robots: "noindex,follow",
  });
}

export default function DownPage() {
  return (
    <Placard sign={<Icon name="mask" />} title="A short intermission">
      <p className="page-lead">
        The house is being worked on, or something tripped over a cable. Everything that was written is safe,
        and a reply that was on its way will be there when the lights come back.
      </p>
      <div className="placard-actions">
        <LinkButton tone="gold" href={paths.home}>
          Try the front door
        </LinkButton>
        <LinkButton href={paths.status}>See the status</LinkButton>
      </div>
      <p className="page-meta">Nothing to do on your side. Waiting a minute is usually enough.</p>
    </Placard>
  );
}
