import { headers } from "next/headers";
import { cache } from "react";
import { createCallerFactory } from "#server/http/trpc/trpc.ts";
import { contextOf } from "./request-context.ts";
import { appRouter } from "./root.ts";

const createCaller = createCallerFactory(appRouter);

/** Calls procedures from pages: with the same checks as over HTTP, once a request, without the network. */
export const api = cache(async () => createCaller(await contextOf(await headers())));
