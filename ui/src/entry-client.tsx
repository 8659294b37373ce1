import { type ReactNode, StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { currentPrefs } from "./api/prefs";
import { createQueryClient, fillCache } from "./api/query";
import { renderedSession } from "./api/session";
import { App } from "./app/App";
import { followSession } from "./app/guard";
import { makeHoldable } from "./app/hold";
import { listenForLinks } from "./app/links";
import { createLoader, pageOf, prepareHydration, targetOf } from "./app/load";
import type { RenderInput } from "./app/render-input";
import { ROOT_ID, routeObjects } from "./app/router-routes";
import { routes } from "./app/routes";
import { listenForShortcuts } from "./app/shortcuts";
import { startUp } from "./app/startup";
// Nearly every page has these: in a file each, they would cost more than they say.
import "./design/Skeleton";
import "./design/VisuallyHidden";
import "./lib/dates";
import "./lib/random-id";
import { navigate, setNavigate } from "./lib/navigation";

function renderInput(): RenderInput | null {
  const text = document.getElementById("dramatis-data")?.textContent;
  if (!text) return null;
  try {
    return JSON.parse(text) as RenderInput;
  } catch (cause) {
    console.warn("The page's data could not be read", cause);
    return null;
  }
}

/** Moving on before React has taken over the page would hydrate one address with the HTML of another. */
function OnceMounted({ run, children }: { run: () => void; children: ReactNode }) {
  useEffect(run, [run]);
  return children;
}

async function main(): Promise<void> {
  const container = document.getElementById("root");
  if (container === null) throw new Error("The page has no #root");
  const input = renderInput();
  const rendered = container.firstElementChild !== null;

  const viewer = input?.viewer ?? null;
  const moveTo = startUp(viewer);

  const client = createQueryClient();
  if (input !== null) fillCache(client, input.data, Date.now());

  // The code of the page on screen must be here before hydration; its data came with the HTML.
  const target = targetOf(location.pathname, location.search);
  if (rendered) await prepareHydration(client, target);

  const router = createBrowserRouter(routeObjects(routes, createLoader(client)), {
    ...(rendered &&
      target !== null && { hydrationData: { loaderData: { [ROOT_ID]: null, [target.row.id]: null } } }),
  });
  setNavigate((path, options) =>
    router.navigate(path, {
      replace: options?.replace ?? false,
      preventScrollReset: options?.keepScroll ?? false,
    }),
  );
  makeHoldable(router);
  followSession(client);
  listenForLinks(client);
  listenForShortcuts();

  const moveOn = () => {
    // The first script held back what was sent too early.
    document.dispatchEvent(new Event("app-mounted"));
    if (moveTo !== null) navigate(moveTo, { replace: true, keepScroll: true });
  };
  const tree = (
    <StrictMode>
      <OnceMounted run={moveOn}>
        <App
          client={client}
          services={{
            client,
            site: { contact: input?.contact ?? null },
            rendered: input?.prefs ?? currentPrefs(),
            pageOf,
          }}
          session={renderedSession(viewer)}
        >
          <RouterProvider router={router} />
        </App>
      </OnceMounted>
    </StrictMode>
  );
  if (rendered) hydrateRoot(container, tree);
  else createRoot(container).render(tree);
}

void main();
