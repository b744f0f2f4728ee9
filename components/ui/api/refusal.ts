import * as t from "#messages/ui.ts";
import type { ErrorData } from "#server/http/trpc/error-shape.ts";

/** Refused sign-in. `message` is the server's sentence. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
}

/** A failed call as a form shows it: one sentence, and the problem of each field. */
export type Refusal = {
  readonly message: string;
  /** Code of the service's refusal; null for an unexpected error, or if the server was not reached. */
  readonly code: ErrorData["refusal"];
  readonly fields: Readonly<Record<string, string>>;
};

export function refusalOf(error: unknown): Refusal {
  if (error instanceof SignInRefused) return { message: error.message, code: null, fields: {} };
  // By its name, so that pages without calls need no script of the client.
  const isCall = error instanceof Error && error.name === "TRPCClientError";
  const data = isCall ? (error as { readonly data?: ErrorData }).data : undefined;
  if (data === undefined || !(error instanceof Error)) {
    return {
      message: t.serverUnreachedUnchanged(),
      code: null,
      fields: {},
    };
  }
  const named = (data.problems ?? []).flatMap(({ field, message }) => (field ? [[field, message]] : []));
  return { message: error.message, code: data.refusal ?? null, fields: Object.fromEntries(named) };
}
