/** Forged records: what a server can write that the format forbids. Each is refused by every verifier, at the same entry. */

import { knownLog } from "../fixture-known.ts";
import { annulmentsForgeries } from "./annulments.ts";
import { auditForgeries } from "./audit.ts";
import { ballotsForgeries } from "./ballots.ts";
import { beaconForgeries } from "./beacon.ts";
import type { Entries } from "./changes.ts";
import { checkpointsForgeries } from "./checkpoints.ts";
import { classesForgeries } from "./classes.ts";
import { decisionsForgeries } from "./decisions.ts";
import { docketForgeries } from "./docket.ts";
import { drawsForgeries } from "./draws.ts";
import { endingsForgeries } from "./endings.ts";
import { files } from "./files.ts";
import { guardedForgeries } from "./guarded.ts";
import { learnersForgeries } from "./learners.ts";
import { lists } from "./lists.ts";
import { lotteryForgeries } from "./lottery.ts";
import { objectionsForgeries } from "./objections.ts";
import { openingsForgeries } from "./openings.ts";
import { overridesForgeries } from "./overrides.ts";
import { panelsForgeries } from "./panels.ts";
import { peopleForgeries } from "./people.ts";
import { fileOf, type Log, listed, logs } from "./records.ts";
import { restoreForgeries } from "./restore.ts";
import { retentionForgeries } from "./retention.ts";
import { seatsForgeries } from "./seats.ts";
import { settingsForgeries } from "./settings.ts";
import { severalForgeries } from "./several.ts";

const groups = [
  ...settingsForgeries,
  ...peopleForgeries,
  ...retentionForgeries,
  ...seatsForgeries,
  ...openingsForgeries,
  ...panelsForgeries,
  ...decisionsForgeries,
  ...lotteryForgeries,
  ...ballotsForgeries,
  ...endingsForgeries,
  ...annulmentsForgeries,
  ...overridesForgeries,
  ...objectionsForgeries,
  ...drawsForgeries,
  ...classesForgeries,
  ...learnersForgeries,
  ...guardedForgeries,
  ...auditForgeries,
  ...docketForgeries,
  ...beaconForgeries,
  ...checkpointsForgeries,
  ...restoreForgeries,
  ...severalForgeries,
];

/** A record that no verifier may accept. */
export type Forgery = {
  /** The log and its forgery. */
  readonly name: string;
  /** The page of docs/ that forbids it. */
  readonly page: string;
  readonly record: string;
  /** The honest record. */
  readonly honest: string;
  /** Whether the record has a forged list of rules. */
  readonly isOfList?: true;
};

/** A forged log, without the file around it. */
type ForgedLog = Omit<Forgery, "record" | "honest"> & { readonly log: Log; readonly forged: Entries };

export const forgedLogs: readonly ForgedLog[] = groups.flatMap(({ log: name, page, changes }) => {
  const log = logs[name];
  if (log === undefined) throw new Error(`there is no log ${name}`);
  return Object.entries(changes).map(([what, change]) => {
    return { name: `${name}, ${what}`, page, log, forged: change(log.entries) };
  });
});

/** Changes that the format allows. */
export const allowed = ["known, an outcome after the end", "known, a ballot before an extended deadline"];

/** Lists all forgeries as files. */
export function forgeries(): Forgery[] {
  const ofLogs = forgedLogs
    .filter(({ name }) => !allowed.includes(name))
    .map(({ name, page, log, forged }) => {
      return { name, page, record: fileOf(log, forged), honest: fileOf(log, log.entries) };
    });
  const { log } = knownLog();
  const honest = fileOf(log, log.entries);
  const ofFiles = Object.entries(files).map(([what, forge]) => {
    return { name: `file, ${what}`, page: "log-format", record: forge(honest, log), honest };
  });
  const withList = fileOf(listed, listed.entries);
  const ofLists = Object.entries(lists).map(([what, forged]) => {
    const record =
      typeof forged === "string"
        ? fileOf({ ...listed, rules: forged }, listed.entries)
        : fileOf(forged, forged.entries);
    return {
      name: `listed, ${what}`,
      page: "log-format-classes",
      record,
      honest: withList,
      isOfList: true as const,
    };
  });
  return [...ofLogs, ...ofFiles, ...ofLists];
}

/**
 * Returns the first entry with a problem that the honest record does not have; 0: the file around the log; null: none.
 * Some honest records were computed by hand and differ from the verifier's in the last digit. A list of rules is a part
 * of the file, wherever a verifier finds that it is another one.
 */
export function refusedAt(
  { isOfList }: Pick<Forgery, "isOfList">,
  found: readonly (ProblemText & { readonly seq: number })[],
  honest: readonly ProblemText[],
): number | null {
  const known = new Set(honest.map(({ text }) => text));
  const seqs = found.filter(({ text }) => !known.has(text)).map(({ seq }) => seq);
  const entries = seqs.filter((seq) => seq > 0 && !isOfList);
  if (entries.length > 0) return Math.min(...entries);
  return seqs.length > 0 ? 0 : null;
}

type ProblemText = { readonly text: string };
