import { type Head, pageHead } from "../../api/page";
import { useSite } from "../../api/site";
import article from "../../design/Article.module.css";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { contactText } from "../../lib/contact";
import { paths } from "../../lib/paths";
import { Notice } from "./Notice";
import s from "./Notice.module.css";

export function head(): Head {
  return pageHead({
    title: "Your network is blocked: what you can try",
    description:
      "Requests from your network are being blocked, usually because of automated traffic. What that means, what you can try and who to ask.",
    canonical: paths.blocked,
    robots: "noindex,follow",
  });
}

export default function BlockedPage() {
  const { contact } = useSite();
  return (
    <Notice sign={<Icon name="lock" />} title="Your network is blocked">
      <p className="page-lead">
        Requests from your network are being blocked. It’s about the network, not about you: it happens when
        too much automated traffic comes from it.
      </p>
      <div className={cx(article.article, s.list)}>
        <h2 className={article.heading}>What you can try</h2>
        <ul className={article.list}>
          <li>Wait an hour. Most blocks end by themselves.</li>
          <li>Turn off a VPN or proxy, or use another connection such as your phone’s.</li>
          <li>
            {contact !== null && (
              <>
                If you think this is a mistake, write to the operator (
                <a href={contact}>{contactText(contact)}</a>) and say when it happened.{" "}
              </>
            )}
            The <a href={paths.legal}>terms of use</a> say what leads to a block, and the{" "}
            <a href={paths.privacy}>privacy policy</a> says what we store about it.
          </li>
        </ul>
      </div>
      <div className={s.actions}>
        <LinkButton href={paths.home}>Try again</LinkButton>
      </div>
    </Notice>
  );
}
