import { expect, test } from "vitest";
import { mutantsOf, planted } from "./plant.ts";

/** What becomes of a line of the learner, or of another file. */
function mutated(source: string, file = "server/learner/panel.ts"): string[] {
  return mutantsOf(file, source).map((mutant) => planted(source, mutant));
}

test.each<[operator: string, source: string, mutated: string[]]>([
  ["comparison", "a < b;", ["a <= b;", "a >= b;"]],
  ["comparison", "(a) === (b);", ["(a) !== (b);"]],
  ["logical", "a && b;", ["a || b;"]],
  ["fallback", "a ?? b;", ["b;", "a;"]],
  ["negation", "if (a) b = c;", ["if (!(a)) b = c;"]],
  ["negation", "if (!a) b = c;", ["if (a) b = c;"]],
  ["negation", "x = a ? b : c;", ["x = !(a) ? b : c;"]],
  ["arithmetic", "a += b * c;", ["a -= b * c;", "a += b / c;"]],
  ["sign", "x = -a;", ["x = a;"]],
  ["number", "x = 7;", ["x = 8;", "x = 6;"]],
  ["number", "x = 1n;", ["x = 2n;", "x = 0n;"]],
  ["math", "x = Math.min(a, b);", ["x = Math.max(a, b);"]],
  ["boolean", "x = true;", ["x = false;"]],
  ["word", 'x = "round-closed";', ['x = "mutant";']],
  ["dropped call", "x = list.filter(isOpen).map(name);", ["x = list.map(name);"]],
  ["dropped call", "x = db.from(t).where(c);", ["x = db.from(t);"]],
  ["dropped call", "x = q.limit(20);", ["x = q;", "x = q.limit(21);", "x = q.limit(19);"]],
  ["number", "x = q.limit(1);", ["x = q.limit(0);"]],
  ["other call", "x = list.some(isOpen);", ["x = list.every(isOpen);"]],
  ["removed call", "save(a);", [";"]],
  ["removed call", "await save(a);", [";"]],
  ["removed exit", "for (;;) if (a === b) continue;", ["for (;;) {}", "for (;;) if (a !== b) continue;"]],
  ["dropped condition", "x = and(a, b, c);", ["x = and(b, c);", "x = and(a, c);", "x = and(a, b);"]],
  ["dropped column", "x = q.select({ a: t.a, b });", ["x = q.select({ b });", "x = q.select({ a: t.a });"]],
])("%s: %s", (operator, source, expected) => {
  expect(mutated(source).sort()).toEqual(expected.sort());
  expect(mutantsOf("server/learner/panel.ts", source).map((mutant) => mutant.operator)).toContain(operator);
});

test("what a prepared query is told of the kinds of its values is for the compiler alone", () => {
  const source = 'q = prepared({ ...{ id: "text" }, round: "number" }, (db) => db.like("text"));';
  expect(mutated(source)).toEqual([source.replace('like("text")', 'like("mutant")')]);
});

test("the name of what a process keeps may be any", () => {
  const source = 'x = [processWide("a", () => "b"), processWideOf("c", s, make), processCache("d", limits)];';
  expect(mutated(source)).toEqual([source.replace('"b"', '"mutant"')]);
});

test("a list of roles in a door lets in one more or one less", () => {
  const routers = "server/api/routers/rounds.ts";
  expect(mutated('p("auditor");', routers)).toEqual(
    expect.arrayContaining([
      'p("auditor", "operator");',
      'p("auditor", "researcher");',
      'p("auditor", "former-auditor");',
    ]),
  );
  expect(mutated('p("auditor", "former-auditor");', routers)).toEqual(
    expect.arrayContaining(['p("auditor");', 'p("former-auditor");']),
  );
  expect(mutated('p("operator", "auditor");', routers)).toEqual(
    expect.arrayContaining(['p("auditor");', 'p("operator");', 'p("operator", "auditor", "researcher");']),
  );
  expect(mutated('x = ["administrator"];', routers)).toContain('x = ["administrator", "member"];');
  expect(mutated('p("auditor");')).toEqual([";", 'p("mutant");']);
});

test.each([
  ["types", 'type T = "a" | 1; interface I { b: true } let x: "c" | undefined;'],
  ["imports and exports of other files", 'import a from "b"; export * from "c"; await import("d");'],
  ["keys", 'x = { 1: a, "b-c": d };'],
  ["directives", '"use client";'],
  ["sentences", 'throw new Error("There is no such round.");'],
  ["texts that are put together", "x = a + `b`;"],
  ["the step of a loop", "for (;; i += 1) x = i;"],
])("%s stay as they are", (_, source) => {
  expect(mutated(source)).toEqual([]);
});

test("what does not parse is no mutant", () => {
  // Without parentheses, ?? and || must not meet.
  expect(mutated("x = a ?? (b);")).toEqual(["x = (b);", "x = a;"]);
  expect(mutated("x = a || b || c;")).toEqual(["x = a && b || c;", "x = a || b && c;"].sort());
});

test("a mutant names its line and what is changed, also beyond letters outside ASCII", () => {
  const source = "// Σ 😀\nx = and(\n  isOpen,\n  isHeld,\n);\n";
  expect(mutantsOf("db/queries/rounds.ts", source)).toMatchObject([
    { line: 3, lineText: "isOpen,", change: "removed: isOpen,", operator: "dropped condition" },
    { line: 4, lineText: "isHeld,", change: "removed: , isHeld", operator: "dropped condition" },
  ]);
});

test("its id stays while the file grows elsewhere, and tells twins apart", () => {
  const idsOf = (source: string) => mutantsOf("server/log/chain.ts", source).map(({ id }) => id);
  const ids = idsOf("x = a && a && a;");
  expect(new Set(ids).size).toBe(2);
  expect(idsOf("y = z;\n\nx = a && a && a;")).toEqual(ids);
  expect(mutantsOf("server/log/seeds.ts", "x = a && a && a;").map(({ id }) => id)).not.toEqual(ids);
});
