import { renderToPipeableStream } from "react-dom/server";
import type { RenderInput } from "../../ui/src/app/render-input";
import { serverPage } from "../../ui/src/app/server-page";

/** The same page as `entry-server`, as a stream. */
globalThis.dramatisStream = (text, { onAllReady, onError }) => {
  const { tree, status } = serverPage(JSON.parse(text) as RenderInput);
  return { status, stream: renderToPipeableStream(tree, { onAllReady, onError }) };
};

declare global {
  var dramatisStream: (
    text: string,
    events: { onAllReady: () => void; onError: (error: unknown) => void },
  ) => { status: number; stream: { pipe: (to: NodeJS.WritableStream) => void } };
}
