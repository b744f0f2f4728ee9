/** Forged classes of rules. */

import type { Body } from "../fixture.ts";
import { CREATED, type Group, learner, swap } from "./changes.ts";

/** Another class, over the column of the log in mode `known`. */
const rules = (kind: string, keys: Body, columns = [{ name: "score", type: "number" }]) =>
  learner({ columns, hypotheses: { kind, version: 1, ...keys } });

const cuts = (...list: Body[]) =>
  rules("thresholds", { cuts: list.map((cut) => ({ column: "score", ...cut })) });

const above = (value: string): Body => ({ column: "score", test: "above", value });

export const classesForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format-classes",
    changes: {
      "a cut on a text column": swap(CREATED, '"type":"number"', '"type":"text"'),
      "a range of cuts with more than 15 digits": swap(
        CREATED,
        '{"column":"score","cut":"5"}',
        '{"column":"score","from":"0.1234567890123456","step":"1","count":1}',
      ),
      "an unknown class": rules("guesses", { cuts: [] }),
      "an additional key in a class": rules("thresholds", { cuts: [], also: 1 }),
      "descending cuts": cuts({ cut: "5" }, { cut: "4" }),
      "a cut twice": cuts({ cut: "5" }, { cut: "5" }),
      "a cut that is not a decimal": cuts({ cut: "five" }),
      "cuts of an unknown column": rules("thresholds", { cuts: [{ column: "age", cut: "5" }] }),
      "an unknown side": cuts({ cut: "5", side: "below" }),
      "an unknown value of blank": cuts({ cut: "5", side: "above", blank: "fail" }),
      "blanks that pass on both sides": cuts({ cut: "5", blank: "pass" }),
      "blanks that pass at only one cut": cuts(
        { cut: "5", side: "above", blank: "pass" },
        { cut: "6", side: "above" },
      ),
      "a range with a step of 0": cuts({ from: "1", step: "0", count: 2 }),
      "a range of 0 cuts": cuts({ from: "1", step: "1", count: 0 }),
      "too many cuts": cuts({ from: "1", step: "1", count: 5_000_001 }),
      "cuts of a column that are not together": rules(
        "thresholds",
        { cuts: ["score", "age", "score"].map((column, at) => ({ column, cut: String(5 + at) })) },
        ["score", "age"].map((name) => ({ name, type: "number" })),
      ),
      "a predicate twice": rules("conjunctions", { predicates: [above("5"), above("5")] }),
      "an unknown test": rules("conjunctions", {
        predicates: [{ column: "score", test: "near", value: "5" }],
      }),
      "an is-blank test with a value": rules("conjunctions", {
        predicates: [{ column: "score", test: "is-blank", value: "5" }],
      }),
      "too many predicates": rules("signed-conjunctions", {
        predicates: Array.from({ length: 13 }, (_, at) => above(String(at))),
      }),
      "decision lists of 0 steps": rules("decision-lists", { predicates: [above("5")], longest: 0 }),
      "decision lists of seven steps": rules("decision-lists", { predicates: [above("5")], longest: 7 }),
      "trees of depth 4": rules("trees", { predicates: [above("5")], depth: 4 }),
      "too many trees": rules("trees", {
        predicates: Array.from({ length: 30 }, (_, at) => above(String(at))),
        depth: 2,
      }),
      "scorecards of 0 points": rules("scorecards", { predicates: [above("5")], largestPoints: 0 }),
      "too many scorecards": rules("scorecards", {
        predicates: Array.from({ length: 8 }, (_, at) => above(String(at))),
        largestPoints: 3,
      }),
      "a class without rules": rules("explicit", { rules: [] }),
      "a rule number beyond its class": rules("explicit", {
        rules: [{ from: { kind: "conjunctions", version: 1, predicates: [above("5")] }, rule: 3 }],
      }),
    },
  },
  {
    log: "records",
    page: "log-format-classes",
    changes: {
      "number tests on a text column": swap(
        CREATED,
        '"test":"is","value":"yes"',
        '"test":"at-most","value":"1"',
      ),
    },
  },
];
