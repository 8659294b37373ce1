import type { RenderInput } from "../../ui/src/app/render-input";
import { serverPage } from "../../ui/src/app/server-page";

/** The page as a client component: Next renders it on the server and would hydrate it in the browser. */
export function DramatisPage({ input }: { input: RenderInput }) {
  return serverPage(input).tree;
}
