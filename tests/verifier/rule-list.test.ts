/**
 * A list of rules next to the log (docs/log-format-classes.md, "Lists in a file"), checked by both implementations. More
 * forged lists are in tests/replay/forgeries/lists.ts.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { listedLog, paperLog, RULE_LIST, rulesPart } from "#tests/replay/fixture-paper.ts";
import { recordOf } from "#tests/replay/fixture-record.ts";
import { replayRecord } from "#tests/replay/record.ts";

const log = listedLog();
const features = log.features();
const rules = rulesPart(RULE_LIST);

const verified = (text: string) => verifyLog({ lines: linesIn([new TextEncoder().encode(text)]) });

type Found = Readonly<Record<"replay" | "verifier", readonly string[]>>;

/**
 * The problems of the replay and of the verifier, without chances, which the verifier compares to the last bit: here
 * they were worked out by hand. Those of studies that were played are in tests/studies/exports/listed-rules.test.ts.
 */
function found(record: string): Found {
  const named = (problems: readonly { readonly what: string }[]) => problems.map(({ what }) => what);
  return {
    replay: named(replayRecord(record).problems),
    verifier: named(verified(record).problems).filter((what) => !what.startsWith("chance of ")),
  };
}

/** Makes a record with this part, and a matching manifest. */
const withRules = (part: string, of = log) => recordOf(of.text(), features, "", part);

describe("a study whose rules are in a list next to its log", () => {
  it("is verified in full, with the same values as with the rules in the log", () => {
    const record = withRules(rules);
    expect(found(record)).toEqual({ replay: [], verifier: [] });
    expect(replayRecord(record)).toMatchObject({ ok: true, chanceCount: 7 });
    const { computed, reservations } = verified(record);
    expect(computed).toMatchObject({ panels: 3, draws: 3, states: 2 });
    const inLog = paperLog();
    const same = verified(recordOf(inLog.text(), inLog.features()));
    expect({ computed, reservations }).toEqual({ computed: same.computed, reservations: same.reservations });
  });

  it("may have its text in a single line", () => {
    const record = withRules(`{"rules":${JSON.stringify(RULE_LIST)}}\n`);
    expect(found(record)).toEqual({ replay: [], verifier: [] });
  });

  it("is verified without list and people as far as the log alone allows", () => {
    const { problems, computed, reservations } = verified(log.text());
    expect(problems).toEqual([]);
    expect(computed).toEqual({ chances: 0, panels: 3, draws: 0, states: 0 });
    expect(reservations).toContainEqual({ kind: "no-features", count: 3 });
  });
});

describe("a list that differs from the log's", () => {
  it.each([
    ["the list of another study", rulesPart('[{"column":"owns","test":"is","value":"no"}]\n0\n')],
    ["something that is no list", rulesPart("no list\n")],
    ["no list", ""],
  ])("is detected, and what depends on it is left out and counted: %s", (_, part) => {
    const record = withRules(part);
    const { replay, verifier } = found(record);
    expect(replay.some((what) => what.startsWith("list of rules"))).toBe(true);
    expect(verifier.length).toBeGreaterThan(0);
    expect(verifier.filter((what) => !what.startsWith("list of rules"))).toEqual([]);
    expect(verified(record).reservations.some(({ kind }) => kind === "no-rules")).toBe(true);
  });

  it("is detected for any changed, removed or inserted character, and for exchanged lines", () => {
    const parts = rules.split(/(?<=\n)/);
    const edits = fc.record({
      at: fc.nat(RULE_LIST.length - 1),
      way: fc.nat(2),
      to: fc.constantFrom("0", "1", "&", "|", "\n", '"'),
    });
    const edited = edits.map(({ at, way, to }) => {
      const [before, rest] = [RULE_LIST.slice(0, at), RULE_LIST.slice(at + (way === 0 ? 0 : 1))];
      return rulesPart(`${before}${way === 2 ? "" : to}${rest}`);
    });
    const moved = fc.shuffledSubarray(parts).map((some) => some.join(""));
    fc.assert(
      fc.property(fc.oneof(edited, moved), (part) => {
        fc.pre(part !== rules);
        const { replay, verifier } = found(withRules(part));
        expect(replay.some((what) => what.startsWith("list of rules"))).toBe(true);
        expect(verifier.some((what) => what.startsWith("list of rules"))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("does not match the manifest either", () => {
    const whole = withRules(rules).split("\n");
    for (const problems of Object.values(found(whole.toSpliced(2, 1).join("\n")))) {
      expect(problems).toEqual(expect.arrayContaining(["manifest: rules", "manifest: rulesHash"]));
    }
    const swapped = whole.with(1, whole[2] ?? "").with(2, whole[1] ?? "");
    for (const problems of Object.values(found(swapped.join("\n")))) {
      expect(problems).toContain("manifest: rulesHash");
      expect(problems).not.toContain("manifest: rules");
    }
  });

  it("is reported if it does not come first", () => {
    const [first = "", ...rest] = withRules(rules).split("\n");
    for (const problems of Object.values(found(rest.toSpliced(5, 0, first).join("\n")))) {
      expect(problems).toContain("record");
    }
  });

  it("is refused for FTPL, which accepts no list", () => {
    const asFtpl = log.text().replace('"learner":"exp2"', '"learner":"ftpl"');
    for (const problems of Object.values(found(recordOf(asFtpl, features, "", rules)))) {
      expect(problems.length).toBeGreaterThan(0);
    }
  });
});
