import type { Nodes, PhrasingContent } from "mdast";
import { memo, type ReactNode } from "react";
import { closeMarks, parseBlock, safeAddress, splitBlocks, wordsOf } from "./markdown";
import { quoteRuns } from "./quotes";

/** What is known while a paragraph is made: the quotation that is open, and the letter before. */
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
      <span key={index} className="said">
        {text}
      </span>
    ) : (
      text
    ),
  );
}

function phrasing(nodes: readonly PhrasingContent[], flow: Flow): ReactNode[] {
  return nodes.map((node, index) => phrase(node, flow, index));
}

function phrase(node: PhrasingContent, flow: Flow, key: number): ReactNode {
  switch (node.type) {
    case "text":
      return <Words key={key}>{words(node.value, flow)}</Words>;
    case "emphasis":
      return <em key={key}>{phrasing(node.children, flow)}</em>;
    case "strong":
      return <strong key={key}>{phrasing(node.children, flow)}</strong>;
    case "delete":
      return <del key={key}>{phrasing(node.children, flow)}</del>;
    case "inlineCode":
      return <code key={key}>{node.value}</code>;
    case "break":
      return <br key={key} />;
    case "link": {
      const address = safeAddress(node.url);
      const label = phrasing(node.children, flow);
      if (address === null) return <Words key={key}>{label}</Words>;
      // It leads out only after the reader has seen where: the transcript asks.
      return (
        <button key={key} type="button" className="way-out" data-address={address}>
          {label}
        </button>
      );
    }
    case "image":
      // A picture would tell its server that somebody reads here: only its words are shown.
      return (
        <span key={key} className="no-picture">
          {node.alt === "" || node.alt === null || node.alt === undefined ? "a picture" : node.alt}
        </span>
      );
    default:
      return <Words key={key}>{wordsOf(node)}</Words>;
  }
}

function Words({ children }: { children: ReactNode }): ReactNode {
  return children;
}

function block(node: Nodes, key: number): ReactNode {
  const flow: Flow = { open: null, before: "" };
  switch (node.type) {
    case "paragraph":
      return (
        <p key={key} dir="auto">
          {phrasing(node.children, flow)}
        </p>
      );
    case "heading":
      // Not a heading of the page: those name who speaks.
      return (
        <p key={key} dir="auto" className="body-heading">
          {phrasing(node.children, flow)}
        </p>
      );
    case "blockquote":
      return <blockquote key={key}>{node.children.map(block)}</blockquote>;
    case "list":
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {node.children.map(block)}
        </ol>
      ) : (
        <ul key={key}>{node.children.map(block)}</ul>
      );
    case "listItem":
      return <li key={key}>{node.children.map(block)}</li>;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        <pre key={key} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case "thematicBreak":
      return <hr key={key} />;
    default:
      return (
        <p key={key} dir="auto">
          {wordsOf(node)}
        </p>
      );
  }
}

const Block = memo(function Block({ source }: { source: string }): ReactNode {
  return parseBlock(source).children.map(block);
});

/** A message's text. While it is being written only its last block is read anew. */
export const Body = memo(function Body({ text, writing }: { text: string; writing: boolean }) {
  const blocks = splitBlocks(text);
  return (
    <div className="body" data-writing={writing || undefined}>
      {blocks.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only ever grow at the end.
        <Block key={index} source={writing && index === blocks.length - 1 ? closeMarks(source) : source} />
      ))}
      {writing && blocks.length === 0 && <p className="body-empty" />}
    </div>
  );
});
