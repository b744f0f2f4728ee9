import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRuleList } from "#server/audit-log/rule-list.ts";
import { sha256Hex } from "#server/audit-log/sha256.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { draftFields, learnerColumns } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { problemLimit } from "#server/study/files/limits.ts";
import { unpackFile } from "#server/study/files/reading/packed-file.ts";
import { collectRules } from "#server/study/files/rules/collect-rules.ts";
import { readRulesFile } from "#server/study/files/rules/rule-tasks.ts";
import { mostOfCell } from "#server/study/rule-list.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import { ruleReader } from "#server/study/rules/listed.ts";
import { contextOf, draftWith, reading } from "#tests/study/drafts.ts";

const labelled: Partial<ColumnChoice>[] = [
  { label: "duration", unit: "months" },
  { label: "checking account", words: [{ word: "A11", label: "below 0 DM" }] },
];
const columnsWith = (choices: Partial<ColumnChoice>[]) => contextOf(draftWith({}, choices)).columns;
const utf8 = (text: string) => new TextEncoder().encode(text);

function read(file: string | Uint8Array, columns = columnsWith(labelled)) {
  return readRulesFile({ bytes: typeof file === "string" ? utf8(file) : file, columns, reading });
}

function taken(file: string | Uint8Array, columns?: readonly ColumnChoice[]) {
  const answer = read(file, columns);
  if ("refused" in answer) throw new Error(answer.refused.message);
  return { ...answer.value, text: unpackFile(answer.value.packed) };
}

function refused(file: string | Uint8Array) {
  const answer = read(file);
  if ("value" in answer) throw new Error("the list was taken");
  return answer.refused;
}

const problems = (file: string) =>
  refused(file).problems.map(({ row, message }) => `${row ?? ""}|${message}`);

describe("a file of rules", () => {
  it("becomes the list for the log, with conditions numbered by appearance and rules in order", () => {
    const { text, size, facts } = taken(
      "\nmonths > 60\naccept if duration <= 24 months and checking account is below 0 DM\naccount is A11 or months > 60.0\n\n",
    );
    const lines = [
      '[{"column":"months","test":"above","value":"60"},{"column":"months","test":"at-most","value":"24"},{"column":"account","test":"is","value":"A11"}]',
      "0",
      "1&2",
      "0|2",
    ];
    expect(new TextDecoder().decode(text)).toBe(`${lines.join("\n")}\n`);
    expect(size).toBe(text.length);
    const [over, short, first] = ["60", "24", "A11"];
    expect(facts).toEqual({
      hash: sha256Hex(text),
      count: 3,
      conditionCount: 3,
      columns: [
        { name: "months", type: "number" },
        { name: "account", type: "category" },
      ],
      first: [
        { isAny: false, conditions: [{ column: "months", test: "above", value: over }] },
        {
          isAny: false,
          conditions: [
            { column: "months", test: "at-most", value: short },
            { column: "account", test: "is", value: first },
          ],
        },
        {
          isAny: true,
          conditions: [
            { column: "account", test: "is", value: first },
            { column: "months", test: "above", value: over },
          ],
        },
      ],
    });
  });

  it("gives the same list with a byte order mark, CRLF, spaces and no final line end", () => {
    const plain = taken("months > 1\nmonths > 2\n").facts.hash;
    expect(taken("\uFEFF  months > 1 \r\n\r\n\tmonths > 2").facts.hash).toBe(plain);
  });

  it("reports every error with its line", () => {
    const file = [
      "months > 1",
      "",
      "colour is red",
      "months < 3",
      "months > 1 and months > 2",
      "months > 1.0",
    ];
    expect(problems([...file, "months > 2 and months > 1"].join("\n"))).toEqual([
      "3|Line 3: no column that rules use has the name in “colour is red”. Chosen in step 2: duration, checking account.",
      "4|Line 4: rules only ask whether “duration” is at most a number (<=) or above it (>).",
      "6|Line 6: it means the same as line 1.",
      "7|Line 7: it means the same as line 5.",
    ]);
    expect(refused("months > 1\nmonths\nx").message).toMatch(/^The list has 2 problems. The first: Line 2: /);
    expect(refused("months > 1\nmonths").message).toMatch(/^Line 2: /);
  });

  it("is read up to the thousandth wrong line", () => {
    const found = refused("x\n".repeat(problemLimit + 7));
    expect(found.problems).toHaveLength(problemLimit + 1);
    expect(found.problems[0]?.message).toBe("1,000 lines are wrong. The rest of the file was not read.");
    expect(found.problems.at(-1)).toMatchObject({ row: problemLimit });
    let linesRead = 0;
    const lines = (function* () {
      for (let line = 1; line <= 50_000; line += 1) {
        linesRead = line;
        yield [line, ""] as const;
      }
    })();
    collectRules(lines, () => ({ problem: "no rule" }));
    expect(linesRead).toBe(problemLimit);
  });

  it.each([
    ["nothing", new Uint8Array(), "The file is empty (0 bytes)."],
    ["no rule", "\n \r\n", "The file contains no rule. Write one rule on each line."],
    ["another encoding", new Uint8Array([0x61, 0xe9, 0x0a]), "not valid UTF-8. Save it as UTF-8"],
    ["NUL characters", "months > 1\0", "line 1 contains a NUL character"],
    ["more than 50 MB", new Uint8Array(50_000_001).fill(0x20), "50,000,001 bytes, the limit is 50,000,000"],
    ["a line that no rule has", `months > 1${" ".repeat(20_000)}.`, "Line 1: more than 20,000 characters"],
    [
      "a rule of too many conditions",
      Array.from({ length: LIMITS.hashedLength + 1 }, (_, at) => `months > ${at}`).join(" and "),
      "Line 1: 25 conditions, at most 24 in one rule.",
    ],
  ])("with %s is refused", (_, file, message) => {
    expect(refused(file).message).toContain(message);
  });

  it("is refused with a cell longer than a draft stores", () => {
    const choices = [{}, {}, { role: "both", type: "category" }] as const;
    const words = reading.columns.map((column) => ({ ...column, words: [] }));
    const readOf = (cell: string) =>
      readRulesFile({
        bytes: utf8(`remark is ${cell}`),
        columns: columnsWith([...choices]),
        reading: { ...reading, columns: words },
      });
    expect(readOf("x".repeat(mostOfCell))).toMatchObject({ value: { facts: { count: 1 } } });
    const message = "Line 1: “remark” is compared with more than 200 characters.";
    expect(readOf("x".repeat(mostOfCell + 1))).toMatchObject({
      refused: { problems: [{ row: 1, message }] },
    });
  });

  it("is read only up to the line with too many different conditions", () => {
    const lines = Array.from({ length: LIMITS.hashedPredicates }, (_, at) => `months > ${at}`);
    expect(taken(lines.join("\n")).facts.conditionCount).toBe(LIMITS.hashedPredicates);
    expect(problems([...lines, "months <= 1", "months <= 2"].join("\n"))).toEqual([
      "2001|Line 2,001: with this line, the list has more than 2,000 different conditions, and all of them are checked for each person. The lines below were not read.",
    ]);
  });

  it("is read and counted up to the limit of rules, and refused with the needed memory", () => {
    const count = LIMITS.hashedRules + 5;
    let readCount = 0;
    const lines = (function* () {
      for (let line = 1; line <= count; line += 1) yield [line, ""] as const;
    })();
    const condition = (column: string, value: number) => ({
      key: `${column} ${value}`,
      predicate: { column, test: "above", value: String(value) } as const,
    });
    const found = collectRules(lines, () => {
      const conditions = [condition("a", readCount % 1_000), condition("b", Math.floor(readCount / 1_000))];
      readCount += 1;
      return { isAny: false, conditions };
    });
    expect(readCount).toBe(LIMITS.hashedRules);
    expect(found.count).toBe(1);
    expect(found.problems[0]?.message).toBe(
      "1,000,005 rules, at most 1,000,000: rules are compared all at once, and each needs several numbers of 8 bytes.",
    );
  });

  it("gives a line the same meaning whatever was read before it", () => {
    const columns = columnsWith([{ unit: "months" }, {}, { role: "both", type: "category" }]);
    // Too many different words to be known.
    const unknown = { ...reading, columns: reading.columns.map((column) => ({ ...column, words: [] })) };
    const parts = [
      "months <= 24",
      "months <= 24 months",
      "months <= 24 years",
      "remark is x",
      'remark is "x',
      'remark is "x"',
      'y"',
      "remark is “x“",
      "account is not A11",
    ];
    const lines = parts.flatMap((one) => [one, ...parts.map((other) => `${one} and ${other}`)]);
    const alone = lines.map((line) => ruleReader(columns, unknown)(line));
    for (const order of [lines, lines.toReversed()]) {
      const read = ruleReader(columns, unknown);
      const together = new Map(order.map((line) => [line, read(line)]));
      expect(lines.map((line) => together.get(line))).toEqual(alone);
    }
    expect(alone.filter((each) => "problem" in each).length).toBeGreaterThan(20);
    expect(alone.filter((each) => "isAny" in each).length).toBeGreaterThan(20);
  });

  it("is described by the same sentences as typed, with any labels, units and cells", () => {
    const unit = fc.constantFrom("", "€", "DM", "a", "months of pay");
    const label = fc.constantFrom("", "how much and how long", "is it so", "5 > 3", "MONTHS left");
    const word = fc.constantFrom("", "below 0 DM", "A12 or A14", "so “and so”", "a11 and above");
    const condition = fc.oneof(
      fc.record({
        column: fc.constant("months"),
        test: fc.constantFrom("at-most" as const, "above" as const),
        value: fc.integer({ min: -3, max: 3 }).map(String),
      }),
      fc.record({
        column: fc.constant("account"),
        test: fc.constantFrom("is" as const, "is-not" as const),
        value: fc.constantFrom("A11", "A12"),
      }),
    );
    const rule = fc.record({
      isAny: fc.boolean(),
      conditions: fc.uniqueArray(condition, {
        minLength: 1,
        maxLength: 4,
        selector: (each) => JSON.stringify(each),
      }),
    });
    const rules = fc.uniqueArray(rule, {
      minLength: 1,
      maxLength: 20,
      selector: ({ isAny, conditions }) =>
        JSON.stringify([
          conditions.length > 1 && isAny,
          conditions.map((each) => JSON.stringify(each)).sort(),
        ]),
    });
    fc.assert(
      fc.property(unit, label, word, rules, (unit, label, word, typed) => {
        const columns = columnsWith([{ unit, label }, { words: [{ word: "A11", label: word }] }]);
        const say = ruleWordsIn(draftFields(columns));
        const sentences = typed.map(
          ({ isAny, conditions }) =>
            `accept if ${conditions.map(say.condition).join(isAny ? " or " : " and ")}`,
        );
        const { facts, text } = taken(sentences.join("\n"), columns);
        keepRuleList(facts.hash, parseRuleList(text));
        const spec = { kind: "listed", version: 1, count: facts.count, hash: facts.hash } as const;
        const built = hypothesisClass(learnerColumns(columns), spec, say);
        const parts = (sentence: string) =>
          sentence
            .split(/ (?:and|or) /)
            .sort()
            .join();
        const said = typed.map((_, index) => built.sentence(2 + index));
        expect(said.map((each) => each.length)).toEqual(sentences.map((each) => each.length));
        expect(said.map(withoutStart).map(parts)).toEqual(sentences.map(withoutStart).map(parts));
      }),
    );
  });
});

const withoutStart = (sentence: string) => sentence.replace("accept if ", "");
