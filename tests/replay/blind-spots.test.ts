/**
 * Changes every number and text of a whole log, one at a time, hashes the log again, and compares the changes that the
 * replay accepts with the list of what docs/log-format.md gives no means to check. The quick tier tries a tenth of the changes.
 */

import { expect, it } from "vitest";
import { tenthOf } from "../setup/tier.ts";
import { type Body, sealed, type Value } from "./fixture.ts";
import { annulmentsLog } from "./fixture-annulments.ts";
import { auditLog } from "./fixture-audit.ts";
import { averageLog } from "./fixture-average.ts";
import { ftplLog, ftplPaperLog } from "./fixture-ftpl.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { ixLog } from "./fixture-ix.ts";
import { knownLog } from "./fixture-known.ts";
import { overridesLog } from "./fixture-overrides.ts";
import { listedLog, paperLog, RULE_LIST, rulesPart } from "./fixture-paper.ts";
import { recordsLog } from "./fixture-records.ts";
import { replay } from "./replay.ts";

/** Yields every copy of `value` that differs in one leaf, with the path of keys to it. */
function* changes(value: Value, path = ""): Generator<[string, Value]> {
  if (typeof value === "number") yield [path, value + 1];
  else if (typeof value === "boolean") yield [path, !value];
  else if (typeof value === "string") yield [path, changedText(value, path)];
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const [at, other] of changes(item, `${path}[]`)) yield [at, value.with(index, other)];
    }
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      for (const [at, other] of changes(item, `${path}.${key}`)) yield [at, { ...value, [key]: other }];
    }
  }
}

/** Changes a leaf: hashes stay hashes; settings change by 1, since a small move of a cut affects no person; others by 1e-6. */
function changedText(text: string, path: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return (text.startsWith("0") ? "1" : "0") + text.slice(1);
  const step = path.startsWith(".settings") ? 1 : 1e-6;
  return /^[0-9.]+$/.test(text) ? String(Number(text) + step) : `${text}x`;
}

function unseen(log: { entries: readonly Body[]; features(): string }, rules: string): string[] {
  const features = log.features();
  const changed = log.entries.flatMap((entry, index) =>
    [...changes(entry.body ?? null)].map(([path, body]) => {
      return { path: `${entry.type}${path}`, index, entry: { ...entry, body } };
    }),
  );
  const accepted = tenthOf(changed).filter(
    ({ index, entry }) => replay(sealed(log.entries.with(index, entry)), features, "", rules).ok,
  );
  return [...new Set(accepted.map(({ path }) => path))].sort();
}

/** Values for readers, or for checks other than a replay. */
const NOT_CHECKABLE = [
  "log.restored.lostHead",
  "log.restored.lostSeq",
  "learner.updated.stateHash",
  "people.imported.fileHash",
  "round.cancelled.reason",
  "round.closed.reason",
  "round.extended.deadlineAt",
  "study.created.checkpoints.key",
  "study.created.guidelines.hash",
  "study.created.seedChain.length",
  "study.created.settings.learner.afterHorizon",
  "study.created.settings.learner.columns[].type",
  "study.created.settings.learner.hypotheses.kind",
  "study.created.settings.learner.kernel",
  "study.created.settings.panel.closesWithoutPairs",
  "study.created.settings.panel.quorum",
  "study.created.settings.presentation.chanceFormat",
];

/** Values of a seat that never seals in that log. */
const SILENT = "seat.added.key";

const LEARNER = "study.created.settings.learner";

it.each([
  {
    name: "known mode",
    log: knownLog().log,
    // A round that is cancelled when draws are made at close leads to no draw, so its inputs cannot be checked.
    passes: ["round.opened.deadlineAt"],
  },
  {
    name: "an annulment",
    log: annulmentsLog(),
    // A withdrawn proposal has no effect, so its reason may be any.
    passes: ["round.opened.deadlineAt"],
  },
  {
    name: "overrides",
    log: overridesLog(),
    // The deciding person is logged but not used.
    passes: ["round.opened.deadlineAt", "decision.overridden.decidedBy"],
  },
  {
    name: "an objection",
    log: knownLog({ objection: { yes: 1, no: 1, unsure: 1 } }).log,
    // The text of an objection is not in the log.
    passes: ["objection.received.digest", "round.opened.deadlineAt"],
  },
  {
    name: "paper mode",
    log: paperLog(),
    // Not used by the formulas of this mode.
    passes: [`${LEARNER}.eps`, `${LEARNER}.fairnessMultiplier`],
  },
  {
    name: "a list of rules next to the log",
    log: listedLog(),
    rules: rulesPart(RULE_LIST),
    passes: [`${LEARNER}.eps`, `${LEARNER}.fairnessMultiplier`],
  },
  {
    name: "mode ix",
    log: ixLog(),
    passes: [SILENT],
  },
  {
    name: "an averaged violation",
    log: averageLog(),
    // One of three flags is enough for 1/3 and for 1/4.
    passes: [SILENT, "study.created.settings.panel.gamma.denominator"],
  },
  {
    name: "past records and even draws",
    log: recordsLog(),
    // The number of records is logged but not used.
    passes: [SILENT, `${LEARNER}.prior.count`],
  },
  {
    name: "mode guarded",
    log: guardedLog().log,
    // The first is logged but not used. The round that was cancelled leads to no draw.
    passes: [`${LEARNER}.prior.column`, "round.opened.deadlineAt"],
  },
  {
    name: "mode guarded with one rule a round",
    log: guardedLog("rule").log,
    passes: [`${LEARNER}.prior.column`, "round.opened.deadlineAt"],
  },
  {
    name: "FTPL",
    log: ftplLog(),
    // L is 2 for T = 8 and a little less; no rule uses another predicate.
    passes: [SILENT],
  },
  {
    name: "FTPL, mode paper",
    log: ftplPaperLog(),
    passes: [SILENT, `${LEARNER}.eps`, `${LEARNER}.fairnessMultiplier`],
  },
  {
    name: "an audit",
    log: auditLog(),
    // No draw depends on the inputs of a round, 2 of 3 flags are needed for 2/3 and for 2/4, and rules use only one column.
    // A docket of two or three pairs holds the only one there is.
    passes: [
      ...["docket.size", "lookFirst", "notes", "reasons", "repeat", "tolerance"].map(
        (mode) => `study.created.settings.presentation.${mode}`,
      ),
      "round.opened.deadlineAt",
      "study.created.settings.panel.gamma.denominator",
      `${LEARNER}.columns[].name`,
    ],
  },
  {
    name: "an audit whose features were deleted",
    log: auditLog({ deletes: true }),
    passes: [
      ...["docket.size", "lookFirst", "notes", "reasons", "repeat", "tolerance"].map(
        (mode) => `study.created.settings.presentation.${mode}`,
      ),
      ...["round.opened.deadlineAt", "round.opened.people[].chance"],
      "study.created.settings.panel.gamma.denominator",
      `${LEARNER}.columns[].name`,
    ],
  },
])("detects every detectable change of $name", ({ log, passes, rules = "" }) => {
  const known = [...NOT_CHECKABLE, ...passes];
  expect(unseen(log, rules).filter((path) => !known.includes(path))).toEqual([]);
});
