import * as t from "#messages/ruleProblems.ts";
import { draftFields } from "#server/study/columns.ts";
import { atRules } from "#server/study/missing-field.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import type { RulesContext, RulesKind } from "./kind.ts";
import { conditionColumns } from "./predicates.ts";

/** Rules of a file, which are stored outside the draft. The draft keeps only a summary from when the file was read. */
export const fromFileDraft: RulesKind = {
  conditionLimit: () => null,
  size: ({ rules: { list } }) => ({
    rules: list === null ? null : 2 + list.count,
    used: list?.count ?? 0,
  }),
  missing: ({ rules: { list }, columns }) => {
    if (list === null) return [atRules("list", t.noList())];
    const usable = new Map(conditionColumns(columns).map(({ name, type }) => [name.trim(), type]));
    const gone = list.columns.filter(({ name, type }) => usable.get(name) !== type);
    return gone.map(({ name }) => atRules("list", t.listColumnGone({ name })));
  },
  build: ({ rules: { list } }) => {
    if (list === null) throw new Error("a list without its file");
    return { kind: "listed", version: 1, count: list.count, hash: list.hash };
  },
  samples: () => [],
  told: { sentences, columns: ({ rules: { list } }) => (list?.columns ?? []).map(({ name }) => name) },
};

function sentences({ rules: { list }, columns }: RulesContext): string[] {
  const say = ruleWordsIn(draftFields(columns));
  return (list?.first ?? []).map(({ isAny, conditions }) =>
    say.acceptIf(conditions.map(say.condition), isAny ? "or" : "and"),
  );
}
