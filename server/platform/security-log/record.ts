import { insertSecurityEvent, lockSecurityHead } from "#db/queries/security.ts";
import type { Tx } from "#db/store/store.ts";
import { emptySecurityHead, makeSecurityEntry, type SecurityHead } from "#server/audit-log/security/entry.ts";
import type { SecurityDetail, SecurityKind } from "#server/audit-log/security/kinds.ts";
import type { App } from "#server/platform/app/app.ts";
import { currentRequest } from "#server/platform/process/request.ts";

type Happened<Kind extends SecurityKind> = {
  readonly kind: Kind;
  readonly actorId: string | null;
  readonly accountId: string | null;
  readonly studyId?: string | undefined;
  /** Null for an event that names no network. Other events name that of the request that is being answered. */
  readonly network?: null;
} & (Record<string, never> extends SecurityDetail<Kind>
  ? { readonly detail?: SecurityDetail<Kind> }
  : { readonly detail: SecurityDetail<Kind> });

/**
 * Adds an event to the security log, in the transaction of the act itself, so that neither exists without the other.
 * The chain's head stays locked until the transaction ends, so call this as its last step.
 *
 * @throws LogError "body-shape" if the details are not those of the kind
 */
export async function recordSecurity<Kind extends SecurityKind>(
  app: Pick<App, "now">,
  tx: Tx,
  { kind, actorId, accountId, studyId, network, detail }: Happened<Kind>,
): Promise<SecurityHead> {
  const before = await lockSecurityHead(tx, emptySecurityHead);
  // The clocks of servers that share a database may differ; the log never goes back.
  const at = Math.max(app.now(), before.at);
  const { line, head } = makeSecurityEntry(before, at, {
    kind,
    actor: actorId,
    account: accountId,
    study: studyId ?? null,
    network: network === undefined ? (currentRequest()?.network ?? null) : null,
    detail: detail ?? {},
  });
  await insertSecurityEvent(tx, {
    ...head,
    kind,
    actorId,
    accountId,
    studyId: studyId ?? null,
    entry: line,
  });
  return head;
}
