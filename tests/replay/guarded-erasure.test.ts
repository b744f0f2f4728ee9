/** The parts of a log in mode `guarded` that remain after an erasure (docs/log-format-guarded.md). */

import { describe, expect, it } from "vitest";
import { type Body, sealed } from "./fixture.ts";
import { type GuardedLog, guardedLog } from "./fixture-guarded.ts";
import { replay } from "./replay.ts";

const GUARDED = guardedLog();
/** A person who is only in rounds after the first. */
const LATER = ["p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11"];

describe("erasure in mode guarded", () => {
  it("recomputes earlier rounds in full, and later ones except base chances and mixability", () => {
    const { log, opened } = guardedLog();
    log.erase("p5");
    const features = log.features(["p5"]);
    const report = replay(log.text(), features);
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([2, 3, 4, 5]);
    // Three of round 1, and two of round 2, whose weights do not include p5 yet.
    expect(report.chanceCount).toBe(5);
    const four = opened[4] ?? 0;
    const foundIn = (from: string, to: string) => {
      const entries = log.entries.map((entry, index): Body => {
        return index === four - 1 ? JSON.parse(JSON.stringify(entry).replace(from, to)) : entry;
      });
      return replay(sealed(entries), features).problems.map((one) => `${one.seq} ${one.what}`);
    };
    expect(foundIn('"pull":"0.17326217549171163"', '"pull":"0.174"')).toContain(`${four} pull`);
    expect(foundIn('"tau":"0.224', '"tau":"0.225')).toContain(`${four} tau`);
    expect(foundIn('"spent":"0.8346472797750363"', '"spent":"0.835"')).toContain(`${four} spent`);
    expect(foundIn('"chance":"0.8107642866312603"', '"chance":"0.81"')).toContain(`${four} chance of p9`);
    expect(foundIn('"isCut":true', '"isCut":false')).toContain(`${four} whether the pull was cut`);
  });

  it("retires the verdicts of an erased person: without charges nothing remains", () => {
    // p3 of round 1 had 0.595: e = 1/2 exactly, so the close charged nothing, and p3 has no label here.
    const { log } = guardedLog();
    const end = (GUARDED.ended[1] ?? 0) + 1;
    log.entries.length = end - 1;
    log.erase("p3");
    const report = replay(log.text(), log.features(["p3", ...LATER]));
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([1]);
  });

  it("detects an erasure during an open round, a second one, and a later label", () => {
    const problemsOf = (change: (log: GuardedLog["log"]) => void, without: string[]) => {
      const { log } = guardedLog();
      change(log);
      return replay(log.text(), log.features(without)).problems.map(
        ({ what, expected }) => `${what}: ${expected}`,
      );
    };
    const erase = (person: string) => ({
      type: "person.erased",
      body: { person, cause: "operator", state: null },
    });
    expect(
      problemsOf((log) => log.entries.splice(GUARDED.opened[5] ?? 0, 0, erase("p10")), ["p10"]),
    ).toContain("person erased: while no round is open");
    const twice = (log: GuardedLog["log"]) => {
      for (const _ of [1, 2]) log.erase("p10");
    };
    expect(problemsOf(twice, ["p10"])).toEqual(["person erased: once"]);
    const late = (log: GuardedLog["log"]) => {
      log.erase("p10");
      log.outcome(5, 0, 1, "no");
    };
    expect(problemsOf(late, ["p10"])).toEqual(["outcome: of a person who was not erased"]);
  });
});
