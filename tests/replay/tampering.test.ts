/** The problems that the replay finds in changed logs, also after the tail of the log was rehashed. */

import { describe, expect, it } from "vitest";
import { sealed } from "./fixture.ts";
import { auditLog } from "./fixture-audit.ts";
import { averageLog } from "./fixture-average.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { ixLog } from "./fixture-ix.ts";
import { knownLog } from "./fixture-known.ts";
import { type Change, placeOf } from "./forgeries/changes.ts";
import { DRAWN, docket, RANKED } from "./forgeries/docket.ts";
import { allowed, forgedLogs } from "./forgeries/forgeries.ts";
import { foundIn } from "./found.ts";
import { replay } from "./replay.ts";

const { log: known, opened, ended: closed } = knownLog();
const FEATURES = known.features();

function whats(text: string, features = FEATURES): string[] {
  return replay(text, features).problems.map(({ seq, what }) => `${seq} ${what}`);
}

/** A consequence of a truncated or unreadable log: the features file has people that were in no round of it. */
const NOT_SHOWN = "0 features file: features of";
/** The number of problems listed in tampering.txt per change; the others are counted. */
const KEPT = 6;

describe("a log that was changed and rehashed", () => {
  const found = forgedLogs.map(({ name, log, forged }): [string, string[]] => {
    const own = foundIn(forged, log.entries, log.features());
    // A value on which only the draws depend is detected by them.
    const problems = own.length > 0 ? own : whats(sealed(forged), log.features());
    return [name, problems.filter((one) => !one.startsWith(NOT_SHOWN))];
  });

  it("is detected, whatever was changed", () => {
    expect(found.filter(([, problems]) => problems.length === 0).map(([what]) => what)).toEqual(allowed);
  });

  it("has the problems in tampering.txt (to renew them: npx vitest run tests/replay --update)", async () => {
    const lines = found.map(([what, problems]) => {
      const further = problems.length > KEPT ? `; ${problems.length - KEPT} more` : "";
      return `${what}: ${problems.slice(0, KEPT).join("; ")}${further}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("tampering.txt");
  });
});

describe("a line that was changed without new hashes", () => {
  it("is detected by a changed chance and by the hash in the next entry", () => {
    const seq = opened[2] ?? 0;
    const problems = whats(known.text().replace("0.5089448303592129", "0.508944830359213"));
    expect(problems).toContain(`${seq + 1} hash of the entry before`);
    const larger = whats(known.text().replace("0.5089448303592129", "0.50894484"));
    expect(larger).toContain(`${seq} chance of p4`);
  });

  it("is detected if any line but the last is missing", () => {
    const lines = known.text().split("\n").slice(0, -1);
    lines.slice(0, -1).forEach((_, index) => {
      expect(whats(`${lines.toSpliced(index, 1).join("\n")}\n`)).toContain(`${index + 1} sequence`);
    });
  });

  it("is detected for other forms of an entry, repeated keys and a missing LF", () => {
    const text = known.text();
    for (const other of [', "v":1}', ',"v":1,"v":1}', ',"v":1.0}'])
      expect(whats(text.replace(',"v":1}', other))).toContain("1 canonical form");
    expect(whats(text.slice(0, -1)).some((problem) => problem.endsWith("log: end"))).toBe(true);
    expect(whats("")).toEqual(["0 log"]);
    expect(whats("{\n")).not.toEqual([]);
    expect(whats(text.replace('"v":1}', '"v":2}'))).toContain("1 format version, stopped here");
  });
});

it("is detected for one wrong number in an otherwise consistent log", () => {
  const found = (change: Parameters<typeof knownLog>[0]) => whats(knownLog(change).log.text());
  expect(found({ chance: "0.5150069379183876" })[0]).toBe(`${opened[2]} chance of p3`);
  expect(found({ eta: "0.1861650567178223" })).toContain(`${opened[4]} eta`);
  expect(found({ t: 4 })[0]).toBe(`${opened[4]} t`);
  const dropped = averageLog("0 1 1 0.5, 0 2 1 0.5");
  expect(whats(dropped.text(), dropped.features()).some((one) => one.endsWith(" violations"))).toBe(true);
});

describe("the features file", () => {
  const lines = FEATURES.split("\n").slice(0, -1);

  it.each([
    ["a line for no person", [...lines, `{"digest":"${"0".repeat(64)}","person":"p9"}`]],
    ["another order", [...lines.slice(1), lines[0]]],
    ["a missing line", lines.slice(1)],
  ])("finds %s", (_, changed) => {
    const problems = replay(known.text(), `${changed.join("\n")}\n`).problems.map(({ what }) => what);
    expect(problems).toContain("features file: people");
  });

  it("reveals changed features, a changed digest, and features of a person in no round", () => {
    const ballot = 1 + placeOf(known.entries, "ballot.opened");
    expect(whats(known.text(), FEATURES.replace('["8"]', '["9"]'))).toEqual([
      `${opened[1]} digest of p1`,
      ...[1, 2, 3].map((place) => `${ballot + place - 1} shown to s${place}`),
      "2 root of the people",
    ]);
    const waiting = known.features(["p1"]).replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000');
    expect(whats(known.text(), waiting)).toContain("2 root of the people");
    const { log } = knownLog();
    log.entries.length = (opened[2] ?? 0) - 1;
    expect(replay(log.text(), log.features()).problems.map(({ what }) => what)).toEqual(
      ["p3", "p4", "p5", "p6", "p7", "p8"].map((one) => `features file: features of ${one}`),
    );
  });

  it("leaves only a docket's ranking open if a person's features are gone", () => {
    const { log } = guardedLog();
    const without = log.features(["p1"]);
    const docketProblems = (change: Change) =>
      foundIn(change(log.entries), log.entries, without).filter((one) => one.endsWith("docket"));
    expect(docketProblems((entries) => entries)).toEqual([]);
    for (const to of [`[[1,2,"ranked"],${DRAWN}]`, `[${DRAWN},${RANKED}]`, `[${RANKED}]`])
      expect(docketProblems(docket(to))).toHaveLength(1);
  });
});

it("counts rounds that closed otherwise than announced, such as after a missed deadline", () => {
  expect(replay(known.text(), FEATURES).closedOtherwise).toEqual([2, 4, 5]);
  expect(closed).toHaveLength(6);
  const ix = ixLog();
  const { closedOtherwise, closedByHand } = replay(ix.text(), ix.features());
  expect([closedOtherwise, closedByHand]).toEqual([[1, 2], []]);
});

it("replays an honest audit: chances, lot, panel, links", () => {
  const log = auditLog();
  expect(replay(log.text(), log.features())).toMatchObject({ problems: [], chanceCount: 6 });
});
