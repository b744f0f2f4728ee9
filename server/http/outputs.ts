import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "./root.ts";

/** Answers of the procedures, for pages that pass them on to components: `Outputs["studies"]["read"]`. */
export type Outputs = inferRouterOutputs<AppRouter>;
