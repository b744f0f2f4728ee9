import { findCredentials, listNames } from "#db/queries/accounts.ts";
import { findSecurityHead, listSecurityEvents, type SecurityFilter } from "#db/queries/security.ts";
import { listStudyNames } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { emptySecurityHead, readSecurityLine } from "#server/audit-log/security/entry.ts";
import type { SecurityKind } from "#server/audit-log/security/kinds.ts";
import type { App } from "#server/platform/app/app.ts";

type StoreApp = Pick<App, "store">;
type Row = Awaited<ReturnType<typeof listSecurityEvents>>[number];

/**
 * An administrator's search: `account` by its e-mail address; days in UTC such as "2026-01-31", the last one included.
 */
export type SecuritySearch = {
  readonly kind?: SecurityKind | undefined;
  readonly account?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const pageSize = 50;
const day = 24 * 60 * 60_000;

/** Returns a page of all events, newest first, with the accounts and studies they name; for administrators. */
export async function readSecurityEvents(
  app: StoreApp,
  search: SecuritySearch & { before?: number | undefined },
) {
  return app.store.read(async (db) => {
    const filter = await filterOf(db, search);
    const { before } = search;
    const rows =
      filter === null ? [] : await listSecurityEvents(db, { ...filter, before, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const names = await namesIn(db, shown);
    const head = (await findSecurityHead(db)) ?? emptySecurityHead;
    return { events: shown.map((row) => named(row, names)), older: olderThan(rows), head };
  });
}

/**
 * Returns a page of the events of a user's own account: what happened to it and what it did. Networks of other users
 * are left out.
 */
export async function readOwnEvents(
  app: StoreApp,
  { accountId, before }: { accountId: string; before?: number | undefined },
) {
  return app.store.read(async (db) => {
    const rows = await listSecurityEvents(db, { accountId, before, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const studies = await studyNames(db, shown);
    const events = shown.map((row) => {
      const { network, detail } = detailsIn(row);
      const by = row.actorId === null ? "none" : row.actorId === accountId ? "you" : "another";
      const study = row.studyId === null ? null : (studies.get(row.studyId) ?? null);
      const isOnOwn = row.accountId === accountId;
      const where = by === "another" ? null : network;
      return {
        seq: row.seq,
        at: row.at,
        kind: row.kind,
        by,
        isOnOwn,
        study,
        network: where,
        detail,
      } as const;
    });
    return { events, older: olderThan(rows) };
  });
}

/** Reads the accounts and studies that a page of events names, for {@link named}. */
export async function namesIn(db: Reader, rows: readonly Row[]) {
  const ids = rows.flatMap(({ actorId, accountId }) => [actorId, accountId]).filter((id) => id !== null);
  const accounts = new Map((await listNames(db, [...new Set(ids)])).map((account) => [account.id, account]));
  return { accounts, studies: await studyNames(db, rows) };
}

/** Adds current names to the ids of an event; a deleted account or study keeps its id. */
export function named(row: Row, { accounts, studies }: Awaited<ReturnType<typeof namesIn>>) {
  const person = (id: string | null) =>
    id === null ? null : (accounts.get(id) ?? { id, name: id, email: "" });
  const { seq, at, kind, studyId } = row;
  const study = studyId === null ? null : { id: studyId, name: studies.get(studyId) ?? studyId };
  return {
    seq,
    at,
    kind,
    actor: person(row.actorId),
    account: person(row.accountId),
    study,
    ...detailsIn(row),
  };
}

/** Builds the filter of a search; null if no account has the address. */
export async function filterOf(
  db: Reader,
  { kind, account, from, to }: SecuritySearch,
): Promise<SecurityFilter | null> {
  const found = account === undefined ? undefined : await findCredentials(db, account);
  if (account !== undefined && found === undefined) return null;
  return {
    kind,
    accountId: found?.id,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to) + day,
  };
}

async function studyNames(db: Reader, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ studyId }) => (studyId === null ? [] : [studyId])));
  return new Map((await listStudyNames(db, [...ids])).map(({ id, name }) => [id, name]));
}

function olderThan(rows: readonly Row[]): number | null {
  return rows.length > pageSize ? (rows[pageSize - 1]?.seq ?? null) : null;
}

/**
 * Returns the details stored only in the line; null where it was altered and cannot be read, which the check reports.
 */
function detailsIn({ entry }: Row): { network: string | null; detail: Record<string, unknown> | null } {
  try {
    const { network, detail } = readSecurityLine(entry);
    return { network, detail };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { network: null, detail: null };
  }
}
