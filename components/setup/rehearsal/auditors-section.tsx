"use client";

import { Section, Sheet } from "#components/ui/sheet.tsx";
import { auditorSentence, seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import type { RehearsalProblem } from "#server/simulation/rehearsal/settings.ts";
import type { SimulatedAuditor } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { AuditorFields } from "./auditor-fields.tsx";
import { auditorKinds } from "./rehearsal-words.ts";

/** Choice of how each planned seat would judge. */
export function AuditorsSection({ problems }: { problems: readonly RehearsalProblem[] }) {
  const { draft, change } = useDraft();
  const { rehearsal, settings, people } = draft;
  const seats = seatsOf(draft);
  const columns = people?.columns ?? [];
  const set = (seat: number, part: Partial<SimulatedAuditor>) => {
    const auditors = seats.map((auditor, index) => (index === seat ? { ...auditor, ...part } : auditor));
    change({ rehearsal: { ...rehearsal, auditors } });
  };
  return (
    <Section
      title="Made-up auditors"
      note={`How each seat would judge. They see what is shown on the cards, and never outcomes.${
        settings.asking.docket === "minutes"
          ? " Each looks at the docket of a round, in an order of its own, and no further."
          : ""
      }`}
    >
      <Sheet>
        <ul>
          {seats.map((auditor, seat) => {
            const said = problems.find(({ field }) => field.startsWith(`${seat}.`))?.message;
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a seat is identified by its place
                key={seat}
                className="grid gap-x-4 gap-y-2 border-b border-hair px-4 py-3 last:border-b-0 md:grid-cols-[5rem_minmax(0,1fr)] md:px-6"
              >
                <span className="pt-1.5 font-[560]">Seat {seat + 1}</span>
                <div className="grid gap-2">
                  <span className="flex flex-wrap items-center gap-2 text-sm">
                    <select
                      aria-label={`How seat ${seat + 1} judges`}
                      className={`${smallControl} max-w-full`}
                      value={auditor.kind}
                      onChange={(event) =>
                        set(seat, { kind: event.target.value as SimulatedAuditor["kind"] })
                      }
                    >
                      {auditorKinds
                        .filter(({ value }) => value !== "copies" || seat > 0)
                        .map(({ value, words }) => (
                          <option key={value} value={value}>
                            {words}
                          </option>
                        ))}
                    </select>
                    <AuditorFields {...{ seat, auditor, columns }} set={(part) => set(seat, part)} />
                  </span>
                  <p className={said ? "text-sm font-[560] text-bad" : "text-sm text-ink-2"}>
                    {said ?? auditorSentence(auditor, columns, settings.alphaPoints.trim())}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </Sheet>
    </Section>
  );
}
