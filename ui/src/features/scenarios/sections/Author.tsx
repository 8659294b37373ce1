import type { Scenario } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";
import { excerpt } from "../../../lib/prose";
import { AuthorLink } from "../components/AuthorLink";
import s from "./Author.module.css";
import side from "./SidePart.module.css";

const BIO_CHARACTERS = 180;

/** Who wrote it, and what they want you to know. */
export function Author({ scenario }: { scenario: Scenario }) {
  const { authorship, scenarioEngram: engram } = scenario;
  return (
    <section className={side.part} aria-labelledby="author">
      <h2 className={side.heading} id="author">
        From the author
      </h2>
      {engram.authorNote !== null && engram.authorNote.trim() !== "" && (
        <blockquote className={s.note} lang={engram.language}>
          <Prose text={engram.authorNote} />
        </blockquote>
      )}
      <AuthorLink className={s.card} id={authorship.author}>
        <span className="hideable">
          <Avatar src={authorship.avatar_url} name={authorship.authorname} size={56} />
        </span>
        <span className={s.words}>
          <span className={s.name} dir="auto">
            {authorship.authorname}
          </span>
          {authorship.bio !== null && authorship.bio !== "" && (
            <span className={s.bio} dir="auto">
              {excerpt(authorship.bio, BIO_CHARACTERS)}
            </span>
          )}
        </span>
      </AuthorLink>
    </section>
  );
}
