import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { AppLayout } from "./AppLayout";
import { CrashPage } from "./CrashPage";
import { RoutePage } from "./RoutePage";
import type { RouteRow } from "./routes";

export const ROOT_ID = "root";

type Loader = (row: RouteRow, args: LoaderFunctionArgs) => Promise<Response | null>;

/** A page without first HTML (a shell) stays as empty as it came until its code and data are here. */
function NothingYet() {
  return null;
}

/** Rows as React Router wants them: one layout, one child each. Only the browser has loaders. */
export function routeObjects(rows: readonly RouteRow[], load?: Loader): RouteObject[] {
  return [
    {
      id: ROOT_ID,
      Component: AppLayout,
      HydrateFallback: NothingYet,
      ErrorBoundary: CrashPage,
      children: rows.map((row) => ({
        id: row.id,
        path: row.path,
        element: <RoutePage row={row} />,
        ErrorBoundary: CrashPage,
        ...(load && { loader: (args: LoaderFunctionArgs) => load(row, args) }),
      })),
    },
  ];
}
