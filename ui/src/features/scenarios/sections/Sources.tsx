import s from "./Sources.module.css";

/** As many are named; cards that went through many hands have more. */
const MOST = 5;

/** Where the cards of a scenario are from: addresses as links, anything else as it is. */
export function Sources({ sources }: { sources: readonly string[] }) {
  return (
    <ul className={s.sources}>
      {sources.slice(0, MOST).map((source) => (
        <li key={source} dir="auto">
          {source.startsWith("https://") ? (
            <a className="text-link" href={source} target="_blank" rel="ugc nofollow noopener noreferrer">
              {source.slice("https://".length)}
            </a>
          ) : (
            source
          )}
        </li>
      ))}
    </ul>
  );
}
