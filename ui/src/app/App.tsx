import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AppServices } from "./AppContext";
import { AppServicesProvider } from "./AppContext";

/** Providers around the router; the same on server and client, so that the trees match. */
export function App({
  client,
  services,
  children,
}: {
  client: QueryClient;
  services: AppServices;
  children: ReactNode;
}) {
  return (
    <QueryClientProvider client={client}>
      <AppServicesProvider value={services}>{children}</AppServicesProvider>
    </QueryClientProvider>
  );
}
