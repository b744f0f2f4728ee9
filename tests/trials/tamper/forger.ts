import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { ballotCommitment, ballotMessage, nonceHash } from "#server/audit-log/ballots.ts";
import { canonicalJson, parseCanonical } from "#server/audit-log/canonical.ts";
import { genesisPrev } from "#server/audit-log/chain.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import type { Problem, VerifyReport } from "#server/verifier/report.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import type { Edit } from "./edits.ts";
import type { Exported } from "./eventful.ts";
import { repairs } from "./repairs.ts";

/** How often the forger reads the verifier's report and repairs the log. */
const passes = 12;

export type Forged = { readonly files: Exported; readonly report: VerifyReport };

/**
 * Forges a log as a server's operator can who knows all its secrets and has the verifier: recomputes digests, commitments,
 * draws and states until nothing differs or nothing can be repaired. Cannot sign with a key of an auditor's own browser.
 *
 * @param seats the seats whose keys the server itself made
 */
export function forge(
  { files, edit }: { files: Exported; edit: Edit },
  seats: readonly string[],
  verify: (files: Exported) => VerifyReport,
): Forged {
  let entries = entriesIn(edit.text);
  let stuckAt = "";
  for (let pass = 1; ; pass += 1) {
    const forged = { ...files, log: chained(entries, seats) };
    const report = verify(forged);
    const repaired = repair(entriesIn(forged.log), report.problems, edit);
    // If the first difference cannot be repaired, the forger gives up.
    const first = JSON.stringify(report.problems[0]);
    if (repaired === null || first === stuckAt || pass === passes) return { files: forged, report };
    stuckAt = first;
    entries = repaired;
  }
}

/** Repairs the entries that problems name, except the edit itself. @returns null if nothing could be repaired */
function repair(entries: Entry[], problems: readonly Problem[], edit: Edit): Entry[] | null {
  let isChanged = false;
  for (const { seq, what, expected } of problems) {
    for (const { at, path, value } of repairs(entries, { seq, what, expected })) {
      const entry = entries[at];
      // Also a containing value, such as the docket whose pair was changed.
      const isTheEdit = at + 1 === edit.line && `${edit.path} `.startsWith(`${path.join(" ")} `);
      if (entry === undefined || isTheEdit) continue;
      const body = changed(entry.body, path, value);
      if (canonicalJson(body) === canonicalJson(entry.body)) continue;
      entries[at] = { ...entry, body } as Entry;
      isChanged = true;
    }
  }
  return isChanged ? entries : null;
}

type Path = readonly (string | number)[];

function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    const at = Number(step);
    return at < value.length ? value.with(at, changed(value[at], rest, to)) : value;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: changed(fields[step], rest, to) };
}

/** Recomputes all hashes, and signs the ballots of seats with known keys. */
function chained(entries: readonly Entry[], seats: readonly string[]): string {
  let prev = genesisPrev;
  let opening = "";
  return entries
    .map((entry) => {
      const mine = entry.type === "ballot.sealed" && seats.includes(entry.body.seat);
      const body = mine ? resealed(entry, entries, opening) : entry.body;
      const line = canonicalJson({ ...entry, body, prev });
      prev = entryHash(line);
      if (entry.type === "round.opened") opening = prev;
      return `${line}\n`;
    })
    .join("");
}

function resealed(
  { study, body }: Entry<"ballot.sealed">,
  entries: readonly Entry[],
  opening: string,
): EntryBody<"ballot.sealed"> {
  const isSame = (other: { round: number; seat: string; version: number }) =>
    other.round === body.round && other.seat === body.seat && other.version === body.version;
  const opened = entries.find(
    ({ type, body: one }) => type === "ballot.opened" && "salt" in one && isSame(one),
  );
  const made = {
    ...body,
    ...(opened?.type === "ballot.opened" && commitmentOf(study, opening, opened.body)),
  };
  const message = ballotMessage({ study, opening, ...made });
  return {
    ...made,
    signature: sign(null, Buffer.from(message), privateKeyOf(study, body.seat)).toString("hex"),
  };
}

function commitmentOf(study: string, opening: string, opened: EntryBody<"ballot.opened">) {
  try {
    const hash = nonceHash(opened.nonce);
    return { nonceHash: hash, commitment: ballotCommitment({ ...opened, study, opening, nonceHash: hash }) };
  } catch {
    // The change made the ballot invalid, so no commitment exists.
    return {};
  }
}

const keys = new Map<string, KeyObject>();

/** Returns the key of a simulated browser of tests/setup/browser.ts. */
function privateKeyOf(study: string, seat: string): KeyObject {
  const place = `${study}/${seat}`;
  const pkcs8 = Buffer.from(`302e020100300506032b657004220420${fixedBytes("seat key", study, seat)}`, "hex");
  const key = keys.get(place) ?? createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  keys.set(place, key);
  return key;
}

function entriesIn(text: string): Entry[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => parseCanonical(line) as Entry);
}
