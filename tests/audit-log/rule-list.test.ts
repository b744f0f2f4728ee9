import { describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import {
  joinRuleLines,
  listNamedIn,
  parseRuleList,
  ruleLine,
  ruleListPieces,
} from "#server/audit-log/rule-list.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import { codeOf } from "./log-error-code.ts";

const predicates: Predicate[] = Array.from({ length: 30 }, (_, index) => ({
  ...{ column: "income", test: "above", value: String(index) },
}));
const head = `${canonicalJson(predicates)}\n`;
const bytes = (text: string) => new TextEncoder().encode(text);
const rulesOf = (...lines: readonly string[]) => bytes(`${head}${lines.map((line) => `${line}\n`).join("")}`);
const twentyFour = Array.from({ length: 24 }, (_, index) => index).join("&");

describe("the text of a list of rules", () => {
  it("has the conditions in its first line, and a line for each rule", () => {
    const lines = [
      ruleLine({ isAny: false, conditions: [0, 3, 17] }),
      ruleLine({ isAny: true, conditions: [0, 3] }),
      ruleLine({ isAny: true, conditions: [29] }),
    ];
    expect(lines).toEqual(["0&3&17", "0|3", "29"]);
    const text = joinRuleLines(predicates, lines);
    expect(new TextDecoder().decode(text)).toBe(`${head}0&3&17\n0|3\n29\n`);
    expect(parseRuleList(text)).toEqual({
      predicates,
      starts: Uint32Array.of(0, 3, 5, 6),
      conditions: Uint16Array.of(0, 3, 17, 0, 3, 29),
      isAny: Uint8Array.of(0, 1, 0),
    });
  });

  it("has rules of at most 24 conditions", () => {
    expect(parseRuleList(rulesOf("7", twentyFour)).starts).toEqual(Uint32Array.of(0, 1, 25));
    expect(() => parseRuleList(rulesOf("7", `${twentyFour}&24`))).toThrow("line 3 of a list of rules");
  });

  it.each<[string, Uint8Array, number]>([
    ["nothing at all", bytes(""), 1],
    ["no rule", bytes(head), 1],
    ["no line end after its last rule", bytes(`${head}0\n1`), 2],
    ["conditions that are no JSON", bytes("[\n0\n"), 1],
    ["conditions in another spelling", bytes(`${head.replace(",", ", ")}0\n`), 1],
    ["conditions of another kind", bytes('[{"column":"income"}]\n0\n'), 1],
    ["conditions that are no text", Uint8Array.of(0xff, 10, 48, 10), 1],
    ["a byte order mark", bytes(`\ufeff${head}0\n`), 1],
    ["an empty line", rulesOf("0", ""), 3],
    ["a number of no condition", rulesOf("30"), 2],
    ["numbers that fall", rulesOf("0", "3&2"), 3],
    ["a number twice", rulesOf("3&3"), 2],
    ["a leading zero", rulesOf("03"), 2],
    ["two signs", rulesOf("0&1|2"), 2],
    ["another sign", rulesOf("0+1"), 2],
    ["a sign at its end", rulesOf("0&"), 2],
    ["a letter", rulesOf("0&a"), 2],
  ])("is refused with %s, in that line", (_, text, line) => {
    expect(codeOf(() => parseRuleList(text))).toBe("rule-list");
    expect(() => parseRuleList(text)).toThrow(`line ${line} of a list of rules`);
  });

  it("names at most 2,000 conditions", () => {
    const many = Array.from({ length: LIMITS.hashedPredicates + 1 }, () => predicates[0]);
    const listOf = (count: number) => bytes(`${canonicalJson(many.slice(0, count))}\n0\n`);
    expect(parseRuleList(listOf(LIMITS.hashedPredicates)).predicates).toHaveLength(LIMITS.hashedPredicates);
    expect(codeOf(() => parseRuleList(listOf(LIMITS.hashedPredicates + 1)))).toBe("rule-list");
  });

  it("has at most a million rules", () => {
    const listOf = (count: number) => bytes(`${head}${"0\n".repeat(count)}`);
    expect(parseRuleList(listOf(LIMITS.hashedRules)).isAny).toHaveLength(LIMITS.hashedRules);
    expect(codeOf(() => parseRuleList(listOf(LIMITS.hashedRules + 1)))).toBe("rule-list");
  });

  it("is split in a record into whole lines, none of them long", () => {
    const text = rulesOf(...Array.from({ length: 20_000 }, (_, index) => `${index % 29}&29`));
    const pieces = [...ruleListPieces(text)].map((piece) => JSON.parse(piece).rules as string);
    expect(pieces.join("")).toBe(new TextDecoder().decode(text));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) {
      expect(piece.endsWith("\n")).toBe(true);
      expect(piece.length).toBeLessThan(65_536 + 10);
    }
    for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThan(65_536);
    expect([...ruleListPieces(bytes("no end"))]).toEqual(['{"rules":"no end"}']);
    expect([...ruleListPieces(bytes(""))]).toEqual([]);
  });
});

it("is named in settings only if their rules are in a list", () => {
  const listed = { kind: "listed", version: 1, count: 2, hash: "a".repeat(64) } as const;
  const of = (learner: object) => listNamedIn({ learner } as Parameters<typeof listNamedIn>[0]);
  expect(of({ hypotheses: listed })).toBe(listed);
  expect(of({ hypotheses: { kind: "thresholds", version: 1, cuts: [] } })).toBeNull();
  expect(of({ learner: "fixed" })).toBeNull();
});
