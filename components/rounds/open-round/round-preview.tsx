import { personName } from "#components/rounds/people/pair-words.ts";
import { Sheet, SheetHeader } from "#components/ui/sheet.tsx";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { cellInWords } from "#server/study/words.ts";
import type { WaitingPerson } from "./use-selection.ts";

/** Cards of a round's people in their order: no name, no code, no chance. */
export function RoundPreview({
  fields,
  people,
}: {
  fields: Outputs["rounds"]["waiting"]["fields"];
  people: readonly WaitingPerson[];
}) {
  if (people.length === 0) return <p className="text-ink-2">{t.noneChosen()}</p>;
  return (
    <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {people.map((person, position) => (
        <li key={person.id}>
          <Sheet ruled>
            <SheetHeader className="border-b border-hair">
              <h3 className="text-lg">{personName(position)}</h3>
            </SheetHeader>
            <dl>
              {fields.map((field, index) => (
                <div
                  key={field.name}
                  className="grid grid-cols-2 gap-4 border-b border-hair px-4 py-2 text-sm last:border-b-0 md:px-6"
                >
                  <dt className="min-w-0 break-words text-ink-2">{field.label}</dt>
                  <dd className="min-w-0 font-[560] break-words">
                    {cellInWords(person.cells[index] ?? null, field) ?? (
                      <span className="font-normal text-ink-3">{t.notGiven()}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Sheet>
        </li>
      ))}
    </ul>
  );
}
