import { createHmac } from "node:crypto";
import { type AttemptRow, lockAttempts, updateAttempts } from "#db/queries/attempts.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { AccountsApp } from "./context.ts";

/**
 * Waiting times after failures. After `free` failures each further one doubles the wait, from one second up to
 * `longest` seconds. Failures are forgotten an hour after the last one, or with `hourly` an hour after the first one.
 */
type Rule = { readonly free: number; readonly longest: number; readonly hourly?: true };

/** Rules for each counter. The figures are listed in docs/limits.md. */
const attemptRules = {
  /** One network. Generous at the start, since a whole office may share one address. */
  network: { free: 20, longest: 600 },
  /** One account from one network; for its current password or its factor, one account from all networks. */
  pair: { free: 5, longest: 600 },
  /**
   * One account from all networks. The wait is short, since an attacker with many networks could otherwise lock the
   * owner out.
   */
  account: { free: 100, longest: 10, hourly: true },
  /** One account from a known device. Failures on other devices do not count. */
  device: { free: 10, longest: 60 },
} as const satisfies Record<string, Rule>;

const HOUR = 60 * 60_000;
const BUCKETS = 65_536;

type RuleName = keyof typeof attemptRules;

export type Attempt = {
  /** What is being guessed. Each kind has its own counters. */
  readonly of: "password" | "present-password" | "factor";
  /** The account as it was typed, or its id. It makes no difference here whether the account exists. */
  readonly account: string;
  readonly network: string;
  /** The hash of a known device's token. */
  readonly device: string | null;
};

/**
 * Counts an attempt as a failure before it is checked, so that simultaneous attempts are counted too.
 *
 * @returns a function to call if the attempt succeeded, in the transaction that acts on it
 * @throws DomainError "too-many-attempts" during a waiting time
 */
export async function beginAttempt(app: AccountsApp, attempt: Attempt): Promise<(tx: Tx) => Promise<void>> {
  const counters = countersOf(app, attempt);
  const buckets = counters.map(({ bucket }) => bucket);
  await app.store.tx(async (tx) => {
    const now = app.now();
    const rows = (await lockAttempts(tx, buckets)).map((row, index) => currentCount(row, ruleAt(index), now));
    const wait = Math.max(...rows.map((row, index) => waitUntil(row, ruleAt(index)) - now));
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    await updateAttempts(
      tx,
      rows.map((row) => ({ ...row, count: row.count + 1, lastAt: now })),
    );
  });
  return async (tx) => {
    const rows = await lockAttempts(tx, buckets);
    await updateAttempts(
      tx,
      // In counters shared with others only this attempt is taken back. Otherwise an attacker could erase all their
      // failures with an account of their own.
      rows.map((row, index) => ({
        ...row,
        count: isOwn(counters[index]?.name) ? 0 : Math.max(0, row.count - 1),
      })),
    );
  };

  function ruleAt(index: number): Rule {
    // Stryker disable next-line StringLiteral,OptionalChaining: there is a row for each counter
    return attemptRules[counters[index]?.name ?? "account"];
  }
}

function isOwn(name: RuleName | undefined): boolean {
  return name === "pair" || name === "device";
}

function countersOf(app: AccountsApp, { of, account, network, device }: Attempt) {
  const counter = (name: RuleName, ...what: string[]) => ({
    name,
    bucket: bucketOf(app, name, [of, ...what]),
  });
  if (device !== null) return [counter("device", account, device)];
  // These attempts come after a correct password, so no other person's failures are among them, and one counter for all
  // networks is enough.
  if (of !== "password") return [counter("network", network), counter("pair", account)];
  return [counter("network", network), counter("pair", account, network), counter("account", account)];
}

/**
 * Maps a name to one of a rule's fixed number of buckets, so that attackers can neither fill the table nor push a
 * counter out of it. The mapping depends on a secret, so an attacker cannot choose a name that shares another account's
 * bucket.
 */
function bucketOf(app: AccountsApp, name: RuleName, what: readonly string[]): number {
  const digest = createHmac("sha256", app.secrets.accountKey)
    .update(JSON.stringify(["attempt", name, ...what]))
    .digest();
  return Object.keys(attemptRules).indexOf(name) * BUCKETS + digest.readUInt16BE(0);
}

function currentCount(row: AttemptRow, rule: Rule, now: number): AttemptRow {
  const forgottenAt = (rule.hourly ? row.since : row.lastAt) + HOUR;
  return row.count === 0 || forgottenAt <= now ? { ...row, count: 0, since: now } : row;
}

function waitUntil({ count, lastAt }: AttemptRow, rule: Rule): number {
  if (count < rule.free) return 0;
  return lastAt + Math.min(2 ** (count - rule.free), rule.longest) * 1000;
}

function tooMany(seconds: number): DomainError {
  return new DomainError("too-many-attempts", t.tooManyAttempts({ seconds }));
}
