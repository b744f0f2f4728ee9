import { getTRPCErrorFromUnknown, initTRPC, type TRPCError } from "@trpc/server";
import { requireScope } from "#server/accounts/api-tokens/scopes.ts";
import { budgetOf } from "#server/platform/limits/budgets.ts";
import { spend } from "#server/platform/limits/spend.ts";
import { noteRefusal } from "#server/platform/security-log/note-refusal.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";
import { plainJson } from "#server/schemas/plain-json.ts";
import { countCall, noteRefusedCall } from "./calls.ts";
import type { RequestContext } from "./context.ts";
import { errorShape, toTransport } from "./error-shape.ts";
import type { DeclaredRole } from "./roles.ts";

type Meta = {
  readonly role?: DeclaredRole;
  /** Scope that a token needs to call it; without it no token can. */
  readonly scope?: Scope;
};

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer: plainJson,
    // Stryker disable next-line BooleanLiteral: only adds a stack to the default shape, which ours does not use
    isDev: false,
    errorFormatter: errorShape,
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
  });

export const router = t.router;
export const middleware = t.middleware;
export const createCallerFactory = t.createCallerFactory;

/** Only procedures.ts builds on this: a procedure without a declared role must not exist. */
export const bareProcedure = t.procedure
  .use(async ({ ctx: { app, session }, path, next }) => {
    const began = performance.now();
    const result = await next();
    if (result.ok) {
      countCall(path, "ok", began);
      return result;
    }
    throw callRefused(result.error, { app, session }, { procedure: path, began });
  })
  .use(({ ctx: { app, session, network, isCounted }, path, type, next }) => {
    const caller = { accountId: session?.account.id ?? null, network };
    if (!isCounted) spend(app, caller, budgetOf(path, type, session !== null));
    return next();
  })
  .use(async ({ ctx: { session }, meta, getRawInput, next }) => {
    if (session?.token !== undefined) requireScope(session.token, meta?.scope, studyIn(await getRawInput()));
    return next();
  });

/** Notes a refused call in the metrics and the logs, and returns the error to send. */
export function callRefused(
  cause: unknown,
  { app, session }: Pick<RequestContext, "app" | "session">,
  call: { readonly procedure: string; readonly began: number },
): TRPCError {
  const error = toTransport(getTRPCErrorFromUnknown(cause));
  noteRefusedCall(error, call);
  if (error.code === "FORBIDDEN" && session !== null) {
    noteRefusal(app, { kind: "access.refused", accountId: session.account.id });
  }
  return error;
}

/** Returns the study that a call is about, unchecked. */
export function studyIn(input: unknown): unknown {
  return typeof input === "object" && input !== null && "studyId" in input ? input.studyId : undefined;
}
