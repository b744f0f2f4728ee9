/** The handmade logs that are forged, and the record around each. */

import { type Body, sealed } from "../fixture.ts";
import { annulmentsLog } from "../fixture-annulments.ts";
import { auditLog } from "../fixture-audit.ts";
import { averageLog } from "../fixture-average.ts";
import { beaconLog, lotLog } from "../fixture-beacon.ts";
import { groupsLog, memberLog, weightedLog } from "../fixture-decision.ts";
import { ftplLog, ftplPaperLog } from "../fixture-ftpl.ts";
import { guardedLog } from "../fixture-guarded.ts";
import { K, text } from "../fixture-hashes.ts";
import { ixLog } from "../fixture-ix.ts";
import { knownLog } from "../fixture-known.ts";
import { lotteryLog } from "../fixture-lottery.ts";
import { lostLog, notedLog } from "../fixture-notes.ts";
import { erasedLog, overridesLog } from "../fixture-overrides.ts";
import { panelLog } from "../fixture-panel.ts";
import { listedLog, paperLog, RULE_LIST, rulesPart } from "../fixture-paper.ts";
import { recordOf } from "../fixture-record.ts";
import { recordsLog } from "../fixture-records.ts";
import { severalLog } from "../fixture-several.ts";
import type { Entries } from "./changes.ts";
import { ASKED, POINTS } from "./docket.ts";

export type Log = {
  readonly entries: Entries;
  readonly features: () => string;
  readonly totals?: () => string;
  readonly rules?: string;
};

/** The people of a log, only with their digests. */
export const withoutFeatures = (log: Log): string =>
  log.features().replace(/"digestKey":"([0-9a-f]{64})","features":(\[.*?\])/g, (_, key, cells) => {
    return `"digest":"${K(key, JSON.parse(cells))}"`;
  });

const objectionsLog = () => knownLog({ objection: { yes: 1, no: 1, unsure: 1 } }).log;
const erased = knownLog({ erased: "p3" }).log;
const asked = auditLog({ said: POINTS, asked: ASKED });

export const logs: Readonly<Record<string, Log>> = {
  ...{ known: knownLog().log, paper: paperLog(), ix: ixLog(), average: averageLog() },
  ...{ records: recordsLog(), guarded: guardedLog().log, audit: auditLog(), ftpl: ftplPaperLog() },
  erased: { entries: erased.entries, features: () => erased.features(["p3"]), totals: () => erased.totals() },
  beacon: beaconLog("close"),
  drawn: beaconLog("opening"),
  lot: lotLog(),
  hidden: { entries: guardedLog().log.entries, features: () => withoutFeatures(guardedLog().log) },
  "ftpl-known": ftplLog(),
  noted: notedLog(),
  lost: lostLog(),
  points: auditLog({ said: POINTS, asksTolerance: true }),
  asked,
  unseen: { entries: asked.entries, features: () => withoutFeatures(asked) },
  quiet: auditLog({ said: POINTS, asked: ASKED, closesWithoutPairs: true }),
  panels: panelLog(),
  annulments: annulmentsLog(),
  ...{ overrides: overridesLog(), "erased-override": erasedLog() },
  objections: objectionsLog(),
  "guarded-annulment": guardedLog("even", "let go").log,
  "guarded-expiry": guardedLog("even", "expired").log,
  "guarded-lasting": guardedLog("even", "lasting").log,
  ...{ weighted: weightedLog(), member: memberLog(), groups: groupsLog() },
  lottery: lotteryLog(),
  deleted: auditLog({ deletes: true }),
  several: severalLog(20),
};

/** With its rules in a list of the record. */
export const listed = { ...logOf(listedLog()), rules: rulesPart(RULE_LIST) };

export function logOf(log: Log): Log {
  return { entries: log.entries, features: () => log.features() };
}

export function fileOf(log: Log, entries: Entries, ...more: Body[]): string {
  const lines = more.map((line) => `${text(line)}\n`).join("");
  return recordOf(sealed(entries), `${log.features()}${lines}`, log.totals?.(), log.rules);
}
