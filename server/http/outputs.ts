import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "./root.ts";

/** What the procedures answer, for pages that pass it on to components: `Outputs["studies"]["read"]`. */
export type Outputs = inferRouterOutputs<AppRouter>;
