import { Fragment, type ReactNode } from "react";
import type { ArticleBlock } from "../lib/article";
import s from "./Article.module.css";
import { Icon } from "./Icon";
import { InlineText } from "./Prose";

interface ArticleProps {
  blocks: readonly ArticleBlock[];
  /** Level of the headings inside; one below the title that stands above. */
  level: 2 | 3;
}

/** Lays out a text of the site. Widths and margins come from where it stands. */
export function Article({ blocks, level }: ArticleProps): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places.
  return blocks.map((block, index) => <Block key={index} block={block} level={level} />);
}

type BlockOf<Kind extends ArticleBlock["kind"]> = Extract<ArticleBlock, { kind: Kind }>;

function Block({ block, level }: { block: ArticleBlock; level: 2 | 3 }): ReactNode {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <InlineText text={block.text} links />
        </p>
      );
    case "heading": {
      const Heading = `h${level}` as const;
      return <Heading className={s.heading}>{block.text}</Heading>;
    }
    case "list":
      return (
        <ul className={s.list}>
          <Items items={block.items} />
        </ul>
      );
    case "steps":
      return (
        <ol className={s.steps}>
          <Items items={block.items} />
        </ol>
      );
    case "terms":
      return <Terms block={block} />;
    case "keys":
      return <Keys block={block} />;
    case "table":
      return <Table block={block} />;
    case "example":
      return (
        <figure className={s.example}>
          <figcaption>{block.speaker}</figcaption>
          <p>
            <InlineText text={block.text} />
          </p>
        </figure>
      );
    case "note":
      return (
        <p className={s.note}>
          <Icon name="info" />
          <span>
            <InlineText text={block.text} links />
          </span>
        </p>
      );
  }
}

function Items({ items }: { items: readonly string[] }): ReactNode {
  return items.map((item) => (
    <li key={item}>
      <InlineText text={item} links />
    </li>
  ));
}

function Terms({ block }: { block: BlockOf<"terms"> }): ReactNode {
  return (
    <dl className={s.terms}>
      {block.rows.map((row) => (
        <div key={row.term}>
          <dt>{row.term}</dt>
          <dd>
            <InlineText text={row.meaning} links />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Keys({ block }: { block: BlockOf<"keys"> }): ReactNode {
  return (
    <dl className={s.keys}>
      {block.rows.map((row) => (
        <div key={row.keys.join("+")}>
          <dt>
            {row.keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{row.meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A wide table scrolls by itself; the focus makes that possible with keys. */
function Table({ block }: { block: BlockOf<"table"> }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable.
    <section className={s.table} aria-label={block.caption} tabIndex={0}>
      <table>
        <caption>{block.caption}</caption>
        <thead>
          <tr>
            {block.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first !== undefined && breakable(first)}</th>
              {rest.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A name such as `hideImages` may break before its capitals, where the column is narrow. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=[a-z])(?=[A-Z])/).map((part, index) =>
    index === 0 ? (
      part
    ) : (
      <Fragment key={part}>
        <wbr />
        {part}
      </Fragment>
    ),
  );
}
