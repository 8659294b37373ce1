import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failedConnection } from "../api/errors";
import { type Session, SessionProvider } from "../api/session";
import { SiteProvider } from "../api/site";
import { FailureReader } from "../design/forms/failure";
import type { AppServices } from "./AppContext";
import { AppServicesProvider } from "./AppContext";

/** Providers around the router; the same on server and client, so that the trees match. */
export function App({
  client,
  services,
  session,
  children,
}: {
  client: QueryClient;
  services: AppServices;
  /** Who was signed in when the first HTML was made. */
  session: Session;
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <SiteProvider value={services.site}>
          <AppServicesProvider value={services}>
            <FailureReader value={failedConnection}>{children}</FailureReader>
          </AppServicesProvider>
        </SiteProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
