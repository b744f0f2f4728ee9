"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#server/http/root.ts";
import { plainJson } from "#server/schemas/plain-json.ts";
import { fetchAfterStepUp } from "./step-up.ts";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Provides the tRPC client: at most ten calls in a request. Live updates have a stream of their own (ui/live). */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } }),
  );
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: "/api/trpc",
          transformer: plainJson,
          maxItems: 10,
          // A call without a session, such as after it ended, is answered in the page's language, too.
          headers: () => ({ "accept-language": document.documentElement.lang }),
          fetch: (url, init) => fetchAfterStepUp(url, init as RequestInit),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
