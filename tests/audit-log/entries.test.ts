import { describe, expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import { bodySchemas, type EntryType, isAudit, roundOf } from "#server/audit-log/entries.ts";
import { sampleLog } from "./sample-log.ts";

const entries = sampleLog().lines.map(readLine);
const bodyOf = (type: EntryType) => entries.find((entry) => entry.type === type)?.body ?? {};
const isTaken = (type: EntryType, changes: object) =>
  bodySchemas[type].safeParse({ ...bodyOf(type), ...changes }).success;

describe("the body of an entry", () => {
  it.each<[EntryType, string, number]>([
    ["outcome.recorded", "round", 1],
    ["outcome.recorded", "position", 0],
    ["outcome.recorded", "version", 1],
    ["round.opened", "appliedSeq", 0],
    ["round.opened", "deadlineAt", 0],
    ["round.opened", "neededFlags", 1],
  ])("of %s has a whole %s from %i on", (type, name, least) => {
    const taken = [least, least + 1, 2 ** 53 - 1, least - 1, least + 0.5, 2 ** 53];
    expect(taken.map((value) => isTaken(type, { [name]: value }))).toEqual([
      ...[true, true, true, false, false, false],
    ]);
  });

  it("has a panel that is not empty, valid verdicts, and an outcome of yes, no or lost", () => {
    expect(isTaken("round.opened", { panel: ["s1"] })).toBe(true);
    expect(isTaken("round.opened", { panel: [] })).toBe(false);
    expect(isTaken("ballot.opened", { verdicts: [[0, 1, "unfair"]] })).toBe(true);
    for (const verdicts of [[[0, 1, "unfair"], null], [null], {}, "", null])
      expect(isTaken("ballot.opened", { verdicts })).toBe(false);
    expect(["yes", "no", "lost", "maybe"].map((value) => isTaken("outcome.recorded", { value }))).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it("names its round, if it has one", () => {
    expect(entries.map(({ body }) => roundOf(body))).toEqual([null, null, null, 1, 1, 1, 1, 1, null]);
  });

  it("has the settings of an audit only without a learner", () => {
    const { settings } = bodySchemas["study.created"].parse(bodyOf("study.created"));
    expect(isAudit(settings)).toBe(false);
    const { name } = settings.learner.columns[0] ?? { name: "" };
    const chance = { column: name, unit: "share" } as const;
    const { columns, roundSize, alpha } = settings.learner;
    const fixed = { learner: "fixed", version: 1, columns, chance, roundSize, alpha } as const;
    expect(isAudit({ ...settings, learner: fixed, drawAt: null })).toBe(true);
  });
});
