import type { z } from "zod";
import { appRouter } from "#server/http/root.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import type { DeclaredRole } from "#server/http/trpc/roles.ts";

type Definition = {
  readonly type: "query" | "mutation" | "subscription";
  readonly meta?: { role?: DeclaredRole };
  readonly inputs: readonly z.ZodType[];
};

export type Procedure = { readonly path: string; readonly definition: Definition };

/** Returns every procedure by its path. */
export function allProcedures(): Procedure[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>;
  return Object.entries(procedures).map(([path, { _def: definition }]) => ({ path, definition }));
}

export type ProcedureAnswer = { readonly value: unknown } | { readonly code: string };

/** Calls a procedure as an HTTP handler would. */
export async function ask(path: string, context: RequestContext, input: unknown): Promise<ProcedureAnswer> {
  const caller = appRouter.createCaller(context) as unknown as Record<string, unknown>;
  const procedure = path
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], caller);
  try {
    return { value: await (procedure as (input: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return { code: typeof code === "string" ? code : "no code" };
  }
}

/** Calls a procedure and returns its error code, or "allowed". */
export async function call(
  path: string,
  context: RequestContext,
  input: unknown,
): Promise<"allowed" | string> {
  const answer = await ask(path, context, input);
  return "code" in answer ? answer.code : "allowed";
}
