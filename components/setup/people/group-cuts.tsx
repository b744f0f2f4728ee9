import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/setupPeople.ts";
import { formatList } from "#server/format.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { cutProblem, groupCutsOf, namesOfGroups } from "#server/study/group-cuts.ts";

/** Field for the cuts of a group column of numbers, with the groups that they make. */
export function GroupCuts({
  column,
  name,
  set,
}: {
  column: ColumnChoice;
  name: string;
  set: (part: Pick<ColumnChoice, "cuts">) => void;
}) {
  const groups = cutProblem(column) === null ? namesOfGroups(groupCutsOf(column)) : [];
  return (
    <Field
      className="mt-1 max-w-measure"
      label={t.cuts({ name })}
      hint={groups.length === 0 ? t.cutsHint() : t.cutsMake({ groups: formatList(groups) })}
      placeholder={t.cutsExample()}
      maxLength={400}
      value={column.cuts}
      onChange={(event) => set({ cuts: event.target.value })}
    />
  );
}
