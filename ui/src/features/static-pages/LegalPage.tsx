import type { Head } from "../../api/page";
import { useSite } from "../../api/site";
import article from "../../design/Article.module.css";
import { contactText } from "../../lib/contact";
import { paths } from "../../lib/paths";
import { legal } from "./content/legal";
import { DocumentPage, documentHead } from "./DocumentPage";
import s from "./DocumentPage.module.css";

export function head(): Head {
  return documentHead(legal, "Terms of use and house rules in plain words", paths.legal);
}

export default function LegalPage() {
  const { contact } = useSite();
  return (
    <DocumentPage document={legal}>
      {contact !== null && (
        <section className={s.section} aria-labelledby="contact">
          <h2 id="contact">Contact</h2>
          <div className={article.article}>
            <p>
              Write to the people who run this site, about these terms, a report, your data, or a decision
              that you think is wrong:{" "}
              <a className="text-link" href={contact}>
                {contactText(contact)}
              </a>
            </p>
          </div>
        </section>
      )}
    </DocumentPage>
  );
}
