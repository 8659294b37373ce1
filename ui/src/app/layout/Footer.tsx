import { SITE_NAME } from "../../api/page";
import { isAdmin, useSession } from "../../api/session";
import { useSite } from "../../api/site";
import { markup, openAlert } from "../../design/alert";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import s from "./Footer.module.css";

/** Spec 2.3: only admins see it; what it opens is a placeholder. */
function DevMode() {
  const open = () =>
    openAlert({
      title: "Dev mode",
      html: markup`<p>Nothing to switch on yet. Tools for developers will be here.</p>`,
      buttons: [{ text: "Close" }],
    });
  return (
    <button type="button" className={s.dev} onClick={open}>
      Dev mode
    </button>
  );
}

export function Footer() {
  const { contact } = useSite();
  const { viewer } = useSession();
  return (
    <footer className={s.foot}>
      <div className={cx("wrap", s.row)}>
        <span className={s.name}>{SITE_NAME}: stories you step into.</span>
        <a href={paths.search()}>Discover</a>
        <a href={paths.guide()}>Guide</a>
        <a href={paths.safety}>Safety</a>
        <a href={paths.status}>Status</a>
        <a href={paths.legal}>Legal</a>
        <a href={paths.privacy}>Privacy</a>
        {contact !== null && <a href={contact}>Contact</a>}
        {isAdmin(viewer) && <DevMode />}
      </div>
    </footer>
  );
}
