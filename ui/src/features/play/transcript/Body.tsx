import type { MarkedToken, Token } from "marked";
import { memo, type ReactNode } from "react";
import { StoredPicture } from "../../../design/StoredPicture";
import s from "./Body.module.css";
import { closeMarks, isStored, known, parseBlock, safeAddress, splitBlocks } from "./markdown";
import { quoteRuns } from "./quotes";

/** What is known while a paragraph is made: the quotation that is open, and the character before. */
interface Flow {
  open: string | null;
  before: string;
}

function words(value: string, flow: Flow): ReactNode[] {
  const { runs, open } = quoteRuns(value, flow.open, flow.before);
  flow.open = open;
  flow.before = value.at(-1) ?? flow.before;
  return runs.map(({ said, text }, index) =>
    said ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a text only ever grow at the end.
      <span key={index} className={s.said}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}

function phrasing(tokens: readonly Token[], flow: Flow): ReactNode[] {
  return tokens.map((token, index) => phrase(known(token), flow, index));
}

function phrase(token: MarkedToken, flow: Flow, key: number): ReactNode {
  switch (token.type) {
    case "text":
      return (
        <Words key={key}>
          {token.tokens === undefined ? words(token.text, flow) : phrasing(token.tokens, flow)}
        </Words>
      );
    case "escape":
      return <Words key={key}>{words(token.text, flow)}</Words>;
    case "em":
      return <em key={key}>{phrasing(token.tokens, flow)}</em>;
    case "strong":
      return <strong key={key}>{phrasing(token.tokens, flow)}</strong>;
    case "del":
      return <del key={key}>{phrasing(token.tokens, flow)}</del>;
    case "codespan":
      return <code key={key}>{token.text}</code>;
    case "br":
      return <br key={key} />;
    case "link": {
      const address = safeAddress(token.href);
      const label = phrasing(token.tokens, flow);
      if (address === null) return <Words key={key}>{label}</Words>;
      // It leads out only after the reader has seen where: the transcript asks.
      return (
        <button key={key} type="button" className={s.link} data-address={address}>
          {label}
        </button>
      );
    }
    case "image":
      if (isStored(token.href)) return <StoredPicture key={key} src={token.href} alt={token.text} />;
      // A picture elsewhere would tell its server that somebody reads here: only its words are shown.
      return (
        <span key={key} className={s.noPicture}>
          {token.text === "" ? "a picture" : token.text}
        </span>
      );
    default:
      return <Words key={key}>{words(token.raw, flow)}</Words>;
  }
}

function Words({ children }: { children: ReactNode }): ReactNode {
  return children;
}

const blocks = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, index) => block(known(token), index));

function block(token: MarkedToken, key: number): ReactNode {
  const flow: Flow = { open: null, before: "" };
  switch (token.type) {
    case "space":
      return null;
    case "paragraph":
      return (
        <p key={key} dir="auto">
          {phrasing(token.tokens, flow)}
        </p>
      );
    case "heading":
      // Not a heading of the page: those name who speaks.
      return (
        <p key={key} dir="auto" className={s.heading}>
          {phrasing(token.tokens, flow)}
        </p>
      );
    case "blockquote":
      return <blockquote key={key}>{blocks(token.tokens)}</blockquote>;
    case "list": {
      const items = token.items.map((item, index) => block(item, index));
      return token.ordered ? (
        <ol key={key} start={token.start === "" ? 1 : token.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
    case "list_item":
      return <li key={key}>{blocks(token.tokens)}</li>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <pre key={key} tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case "hr":
      return <hr key={key} />;
    default:
      return (
        <p key={key} dir="auto">
          {phrase(token, flow, 0)}
        </p>
      );
  }
}

const Block = memo(function Block({ source }: { source: string }): ReactNode {
  return blocks(parseBlock(source));
});

/** A message's text. While it is being written only its last block is read anew. */
export const Body = memo(function Body({ text, writing }: { text: string; writing: boolean }) {
  const sources = splitBlocks(text);
  return (
    <div className={s.body} data-body data-writing={writing || undefined}>
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only ever grow at the end.
        <Block key={index} source={writing && index === sources.length - 1 ? closeMarks(source) : source} />
      ))}
      {writing && sources.length === 0 && <p />}
    </div>
  );
});
