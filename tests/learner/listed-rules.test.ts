import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loggedRules } from "#server/audit-log/draw.ts";
import { type ListedConditions, parseRuleList, ruleListPieces } from "#server/audit-log/rule-list.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { keepRuleList, RuleListMissing } from "#server/learner/classes/rule-lists.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type {
  Column,
  Features,
  HypothesisSpec,
  LearnerSpec,
  Predicate,
} from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { exp2 } from "#server/learner/exp2/exp2.ts";
import { storedAnswers } from "#server/learner/numeric/kernels/answers.ts";
import { writeRuleList } from "#tests/setup/write-rule-list.ts";
import { ftplSpec, smallSpec } from "./fixtures.ts";

const columns: readonly Column[] = [
  { name: "age", type: "number" },
  { name: "home", type: "category" },
];
const predicates: readonly Predicate[] = [
  { column: "age", test: "at-most", value: "30" },
  { column: "age", test: "above", value: "20" },
  { column: "home", test: "is", value: "own" },
  { column: "home", test: "is-not", value: "rent" },
];
const rules: readonly ListedConditions[] = [
  { isAny: false, conditions: [0] },
  { isAny: false, conditions: [0, 1, 3] },
  { isAny: true, conditions: [0, 2] },
  { isAny: false, conditions: [1, 2] },
  { isAny: true, conditions: [1, 2, 3] },
];
const people: readonly Features[] = [
  ["25", "own"],
  ["40", "rent"],
  ["10", "rent"],
  ["30", null],
  [null, "own"],
  [null, null],
  ["35", "free"],
  ["20", "own"],
];

function kept(listed: readonly ListedConditions[]): HypothesisSpec {
  const text = writeRuleList(predicates, listed);
  keepRuleList(sha256Hex(text), parseRuleList(text));
  return { kind: "listed", version: 1, count: listed.length, hash: sha256Hex(text) };
}

/** The same rules one by one, each from a separate class. */
function spelledOut(listed: readonly ListedConditions[]): HypothesisSpec {
  return {
    kind: "explicit",
    version: 1,
    rules: listed.map(({ isAny, conditions }) => ({
      from: {
        kind: isAny ? "disjunctions" : "conjunctions",
        version: 1,
        predicates: conditions.map((b) => predicates[b] as Predicate),
      },
      rule: 2 ** conditions.length,
    })),
  };
}

const ruleSets = fc.uniqueArray(
  fc.record({
    isAny: fc.boolean(),
    conditions: fc.uniqueArray(fc.nat(3), { minLength: 1 }).map((all) => all.sort((a, b) => a - b)),
  }),
  {
    minLength: 1,
    selector: ({ isAny, conditions }) => `${conditions.length > 1 && isAny} ${conditions}`,
  },
);

describe("a long list of rules", () => {
  it("answers like the same rules one by one, for any people and any list", () => {
    const rows = fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ruleSets, rows, (listed, group) => {
        const [long, short] = [kept(listed), spelledOut(listed)].map((spec) =>
          hypothesisClass(columns, spec),
        );
        if (long === undefined || short === undefined) throw new Error("two classes");
        expect(long.size).toBe(short.size);
        expect(storedAnswers(long.patterns(group), long.size)).toEqual(
          storedAnswers(short.patterns(group), short.size),
        );
        for (const person of group) {
          const bits = [...short.bits(person)];
          expect([...long.bits(person)]).toEqual(bits);
          expect(bits.map((_, h) => long.evaluate(h, person))).toEqual(bits);
        }
        for (let h = 0; h < short.size; h++) expect(long.sentence(h)).toBe(short.sentence(h));
      }),
    );
  });

  it("gives the same chances", () => {
    const [long, short] = [kept(rules), spelledOut(rules)].map((hypotheses) => {
      const spec: LearnerSpec = { ...smallSpec, columns, hypotheses, roundSize: 8 };
      return exp2.open(exp2.init(spec), people, "").chances;
    });
    expect(long).toEqual(short);
  });

  it("of a study is built once for all its draws", () => {
    const spec: LearnerSpec = { ...smallSpec, columns, hypotheses: kept(rules), roundSize: 8 };
    expect(loggedRules(spec).size).toBe(2 + rules.length);
    expect(loggedRules(spec)).toBe(loggedRules(spec));
  });

  it("knows its size without the list, and reports the missing list when a rule is evaluated", () => {
    const unknown = hypothesisClass(columns, { kind: "listed", version: 1, count: 7, hash: "0".repeat(64) });
    expect(unknown.size).toBe(9);
    expect(unknown.sentence(1)).toBe("accept everyone");
    expect(() => unknown.bits(people[0] as Features)).toThrow(RuleListMissing);
    expect(() => unknown.evaluate(2, people[0] as Features)).toThrow("0000 of rules is not at hand");
  });

  it("refuses a list of another length, no rules, too many, rows of another width, and FTPL", () => {
    const spec = kept(rules);
    if (spec.kind !== "listed") throw new Error("a listed class");
    const other = hypothesisClass(columns, { ...spec, count: 4 });
    expect(() => other.bits(people[0] as Features)).toThrow("a list of 5 rules where 4 are named");
    expect(() => hypothesisClass(columns, { ...spec, count: 0 })).toThrow("without rules");
    const many = LIMITS.hashedRules + 1;
    expect(() => hypothesisClass(columns, { ...spec, count: many })).toThrow("at most 1000000");
    const right = hypothesisClass(columns, spec);
    expect(() => right.bits(["1"])).toThrow();
    expect(() => right.evaluate(3, ["1"])).toThrow();
    const ftpl: LearnerSpec = { ...ftplSpec, columns, hypotheses: spec };
    expect(() => validateSpec(ftpl)).toThrow("FTPL takes lists of at most 10000 rules");
  });
});

describe("the text of a list", () => {
  const textOf = (...lines: string[]) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  let first: string;
  beforeAll(() => {
    first = new TextDecoder().decode(writeRuleList(predicates, [])).split("\n")[0] ?? "";
  });

  it("is read back as written", () => {
    const list = parseRuleList(writeRuleList(predicates, rules));
    expect(list.predicates).toEqual(predicates);
    expect([...list.isAny]).toEqual([0, 0, 1, 0, 1]);
    expect([...list.starts]).toEqual([0, 1, 4, 6, 8, 11]);
    expect([...list.conditions]).toEqual([0, 0, 1, 3, 0, 2, 1, 2, 1, 2, 3]);
  });

  it.each([
    ["no rule", [], 1],
    ["no number", ["0", ""], 3],
    ["a condition there is not", ["0&4"], 2],
    ["a condition twice", ["1&1"], 2],
    ["conditions in another order", ["2&1"], 2],
    ["zeros before a number", ["01"], 2],
    ["both signs", ["0&1|2"], 2],
    ["another sign", ["0,1"], 2],
    ["a sign without a number", ["0&"], 2],
    ["a space", [" 0"], 2],
    ["a carriage return", ["0\r"], 2],
    ["a character other than digits", ["0/1"], 2],
  ])("is refused with %s, by its line", (_, lines, line) => {
    expect(() => parseRuleList(textOf(first, ...lines))).toThrow(`line ${line} of a list of rules`);
  });

  it("is split into whole lines of a record, none much longer than 64 KB", () => {
    const many = Array.from({ length: 2_000 }, (_, value): Predicate => {
      return { column: "age", test: "above", value: `${value} café` };
    });
    const each = many.slice(2).map((_, at) => ({ isAny: at % 2 === 1, conditions: [at, at + 1, at + 2] }));
    const text = writeRuleList(many, [...each, ...each, ...each, ...each]);
    const pieces = [...ruleListPieces(text)].map((line): string => JSON.parse(line).rules);
    expect(pieces).toHaveLength(3);
    expect(new TextEncoder().encode(pieces.join(""))).toEqual(text);
    expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
    // The conditions are one line.
    expect(pieces.slice(1).every((piece) => piece.length < 65_536 + 20)).toBe(true);
    // One is cut at the first line end from 65,536 on.
    const asLong = (length: number) => new TextEncoder().encode(`${"a".repeat(length)}\nb\n`);
    const counts = [new Uint8Array(), asLong(65_535), asLong(65_536)].map(
      (one) => [...ruleListPieces(one)].length,
    );
    expect(counts).toEqual([0, 1, 2]);
    // A truncated text ends at the cut.
    const cut = ruleListPieces(text.subarray(0, -1));
    const [one, two, last] = pieces.map(() => JSON.parse(cut.next().value ?? "{}").rules);
    expect([one, two, `${last}\n`, cut.next().done]).toEqual([...pieces, true]);
  });

  it("is refused without its last line end, and with conditions that are not canonical", () => {
    expect(() => parseRuleList(textOf(first, "0", "1").subarray(0, -1))).toThrow("line 2");
    expect(() => parseRuleList(textOf(first.replace(",", ", "), "0"))).toThrow("line 1");
    expect(() => parseRuleList(new TextEncoder().encode(`${first}x`))).toThrow("line 1");
    expect(() => parseRuleList(textOf("[]", "0"))).toThrow("line 2");
    expect(() => parseRuleList(new Uint8Array([255, 10, 48, 10]))).toThrow("line 1");
    expect(() => parseRuleList(textOf(`\ufeff${first}`, "0"))).toThrow("line 1");
    const marked = textOf(first.replace("rent", "re~t"), "0");
    expect(parseRuleList(marked).predicates[3]?.value).toBe("re~t");
    const notUtf8 = marked.map((byte) => (byte === "~".charCodeAt(0) ? 255 : byte));
    expect(() => parseRuleList(notUtf8)).toThrow("line 1 of a list of rules");
  });

  it("is refused with more than 2,000 conditions, or with unknown condition numbers", () => {
    const ofCount = (count: number) =>
      Array.from({ length: count }, (_, value): Predicate => {
        return { column: "age", test: "above", value: String(value) };
      });
    const most = ofCount(LIMITS.hashedPredicates);
    const last = [{ isAny: false, conditions: [0, LIMITS.hashedPredicates - 1] }];
    expect([...parseRuleList(writeRuleList(most, last)).conditions]).toEqual([0, 1_999]);
    const more = ofCount(LIMITS.hashedPredicates + 1);
    expect(() => parseRuleList(writeRuleList(more, last))).toThrow("line 1 of a list of rules");
    const head = JSON.stringify(most);
    for (const line of ["2000", "1/", ":", "12:", "1".repeat(400)])
      expect(() => parseRuleList(textOf(head, line)), line).toThrow("line 2 of a list of rules");
  });

  it("is accepted at the limit of rules, and refused above it", () => {
    const most = `${first}\n${"0\n".repeat(LIMITS.hashedRules)}`;
    expect(parseRuleList(new TextEncoder().encode(most)).isAny).toHaveLength(LIMITS.hashedRules);
    expect(() => parseRuleList(new TextEncoder().encode(`${most}0\n`))).toThrow("1 to 1000000 rules");
  });

  it("is put into a record unchanged, or not at all", () => {
    expect([...ruleListPieces(textOf("\ufeffa"))]).toEqual(['{"rules":"\ufeffa\\n"}']);
    expect(() => [...ruleListPieces(new Uint8Array([255, 10]))]).toThrow(TypeError);
  });

  it("is refused with a rule of too many conditions", () => {
    const many = Array.from({ length: 30 }, (_, value): Predicate => {
      return { column: "age", test: "above", value: String(value) };
    });
    const ofLength = (length: number) => [{ isAny: false, conditions: [...Array(length).keys()] }];
    expect(parseRuleList(writeRuleList(many, ofLength(24))).conditions).toHaveLength(24);
    expect(() => parseRuleList(writeRuleList(many, ofLength(25)))).toThrow("at most 24 conditions");
  });
});
