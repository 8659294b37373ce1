import { SITE_NAME } from "../../api/page";
import { useSite } from "../../api/site";
import { paths } from "../../lib/paths";

export function Footer() {
  const { contact } = useSite();
  return (
    <footer className="foot">
      <div className="wrap foot-row">
        <span className="me-auto">{SITE_NAME}: stories you step into.</span>
        <a href={paths.search()}>Discover</a>
        <a href={paths.guide()}>Guide</a>
        <a href={paths.safety}>Safety</a>
        <a href={paths.status}>Status</a>
        <a href={paths.legal}>Legal</a>
        <a href={paths.privacy}>Privacy</a>
        {contact !== null && <a href={contact}>Contact</a>}
      </div>
    </footer>
  );
}
