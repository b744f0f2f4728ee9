import { findProgram } from "#server/accounts/api-tokens/find-program.ts";
import type { ApiToken, CurrentSession } from "#server/accounts/sessions.ts";
import { DomainError } from "#server/errors.ts";
import { networkOf } from "#server/http/edge/network.ts";
import { refuseWhenBusy } from "#server/http/edge/refuse-when-busy.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { getApp } from "#server/platform/app/app.ts";
import { spend } from "#server/platform/limits/spend.ts";

/** Context of procedures when a program calls them. */
export type ProgramContext = RequestContext & {
  readonly session: CurrentSession & { readonly token: ApiToken };
};

/**
 * Authenticates a program by the token in its header `Authorization`; cookies are ignored here.
 *
 * @throws DomainError "not-signed-in", "token-unknown", "token-expired"; "busy"; "too-many-calls" for a network that
 * guesses
 */
export async function programContext({ headers, method }: Request): Promise<ProgramContext> {
  const app = await getApp();
  refuseWhenBusy(app, method);
  const network = networkOf((name) => headers.get(name));
  try {
    const session = await findProgram(app, tokenIn(headers));
    return { app, session, waiting: null, network, device: undefined, cookies: [] };
  } catch (error) {
    spend(app, { accountId: null, network }, "anonymous");
    throw error;
  }
}

function tokenIn(headers: Headers): string {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (token !== undefined) return token;
  throw new DomainError(
    "not-signed-in",
    "Send a token with it, in the header Authorization: Bearer evenhand_...",
  );
}
