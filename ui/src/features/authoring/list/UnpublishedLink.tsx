import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import s from "./UnpublishedLink.module.css";

interface UnpublishedLinkProps {
  /** The scenario. */
  id: string;
  className?: string | undefined;
  tabIndex?: number | undefined;
}

/** Says that readers do not see all of a scenario yet, and leads to where it is published. */
export function UnpublishedLink({ id, className, tabIndex }: UnpublishedLinkProps) {
  return (
    <a className={cx(s.link, className)} href={paths.draft(id, { part: "publish" })} tabIndex={tabIndex}>
      <span>
        <span data-where-room>Changes</span> not published
      </span>
    </a>
  );
}
