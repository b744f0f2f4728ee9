import type { z } from "zod";
import type { Context } from "#server/api/context.ts";
import type { DeclaredRole } from "#server/api/roles.ts";
import { appRouter } from "#server/api/root.ts";

type Definition = {
  readonly type: "query" | "mutation" | "subscription";
  readonly meta?: { role?: DeclaredRole };
  readonly inputs: readonly z.ZodType[];
};

export type Procedure = { readonly path: string; readonly definition: Definition };

/** Every procedure there is, by its path. */
export function allProcedures(): Procedure[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }>;
  return Object.entries(procedures).map(([path, { _def: definition }]) => ({ path, definition }));
}

/** Calls a procedure as a door would, and says how it ended. */
export async function call(path: string, context: Context, input: unknown): Promise<"allowed" | string> {
  const caller = appRouter.createCaller(context) as unknown as Record<string, unknown>;
  const procedure = path
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], caller);
  try {
    await (procedure as (input: unknown) => Promise<unknown>)(input);
    return "allowed";
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    return typeof code === "string" ? code : "no code";
  }
}
