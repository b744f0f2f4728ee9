import { Link } from "#components/ui/link.tsx";
import { ListTable } from "#components/ui/list/list-table.tsx";
import { askedFor, type ListState, listAddress } from "#components/ui/list-state.ts";
import { roundAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/setupPeople.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { personStates } from "#server/schemas/lists.ts";
import { identifierWords } from "./shown-person.ts";

/** A page of the people of a study, with their identifiers and what has become of each, for operators. */
export function PeopleList({
  studyId,
  state,
  page: { people, count, total, next },
  isAudit,
}: {
  studyId: string;
  state: ListState;
  page: Outputs["people"]["list"];
  isAudit: boolean;
}) {
  if (total === 0) return <p className="text-ink-2">{t.noneImported()}</p>;
  const others: readonly string[] = isAudit ? ["picked", "notPicked"] : ["judged"];
  return (
    <ListTable
      state={state}
      arranged={{
        ...{ rows: people, found: count, total },
        back: askedFor(state, "page") === "" ? null : listAddress(state, {}),
        on: next === null ? null : listAddress(state, { page: String(next) }),
      }}
      search={t.findPerson()}
      hint={t.findHint()}
      noMatch={t.noPersonMatches()}
      filters={[
        {
          name: "show",
          label: t.state(),
          options: personStates
            .filter((each) => !others.includes(each))
            .map((each) => [each, t.personState({ state: each })] as const),
        },
      ]}
      caption={t.listOfPeople()}
      fold
      keyOf={({ id }) => id}
      columns={[
        [t.inTheLog(), ({ id }) => id, { sort: { name: "log" } }],
        [t.identifiers(), (person) => identifierWords(person) ?? "–", { className: "wrap-anywhere" }],
        [t.state(), (person) => t.personState({ state: person.state })],
        [
          t.roundOf(),
          ({ round }) =>
            round === null ? (
              "–"
            ) : (
              <Link href={roundAddress(studyId, round)}>{t.roundNumber({ round })}</Link>
            ),
        ],
      ]}
    />
  );
}
