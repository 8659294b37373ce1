import { type Head, pageHead } from "../../api/page";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import { Placard } from "./Placard";

export function head(): Head {
  return pageHead({
    title: "This network cannot enter at the moment",
    description:
      "Requests from your network are being turned away, usually because of automated traffic. What that means, what you can try, and whom to ask about it.",
    canonical: paths.blocked,
    robots: "noindex,follow",
  });
}

export default function BlockedPage() {
  return (
    <Placard sign={<Icon name="lock" />} title="The door is closed for this network">
      <p className="page-lead">
        Requests from the address you are using are being turned away. That is about the network, not about
        you: it happens when too much automated traffic came from it.
      </p>
      <div className="article placard-list">
        <h2 className="article-heading">What you can try</h2>
        <ul className="article-list">
          <li>Wait an hour. Most blocks lift by themselves.</li>
          <li>Turn off a VPN or proxy, or use another connection such as your phone’s.</li>
          <li>
            If you think it is a mistake, write to the contact address of this site and say when it happened.
            The <a href={paths.legal}>terms of use</a> name what leads to a block, and the{" "}
            <a href={paths.privacy}>privacy policy</a> says what is stored about it.
          </li>
        </ul>
      </div>
      <div className="placard-actions">
        <LinkButton href={paths.home}>Try again</LinkButton>
      </div>
    </Placard>
  );
}
