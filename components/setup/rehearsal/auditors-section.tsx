"use client";

import { Fold } from "#components/ui/fold.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRehearsal.ts";
import { seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import type { RehearsalProblem } from "#server/simulation/rehearsal/settings.ts";
import type { SimulatedAuditor } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { AuditorFields } from "./auditor-fields.tsx";
import { auditorSentences } from "./auditor-words.ts";

const kinds = ["weighs", "careless", "first", "silent", "copies"] as const;

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
      title={t.auditors()}
      note={t.auditorsNote({ isDocketOnly: settings.asking.docket === "minutes" })}
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
                <span className="pt-1.5 font-[560]">{t.seatTitle({ seat: seat + 1 })}</span>
                <div className="grid gap-2">
                  <span className="flex flex-wrap items-center gap-2 text-sm">
                    <select
                      aria-label={t.howSeatJudges({ seat: seat + 1 })}
                      className={`${smallControl} max-w-full`}
                      value={auditor.kind}
                      onChange={(event) =>
                        set(seat, { kind: event.target.value as SimulatedAuditor["kind"] })
                      }
                    >
                      {kinds
                        .filter((kind) => kind !== "copies" || seat > 0)
                        .map((kind) => (
                          <option key={kind} value={kind}>
                            {t.kind({ kind })}
                          </option>
                        ))}
                    </select>
                    <AuditorFields {...{ seat, auditor, columns }} set={(part) => set(seat, part)} />
                  </span>
                  <p className={said ? "text-sm font-[560] text-bad" : "text-sm text-ink-2"}>
                    {said ?? auditorSentences(auditor, columns, settings.alphaPoints.trim()).join(" ")}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      </Sheet>
      <Fold label={t.howComputed()}>
        <p className="max-w-measure text-sm text-ink-2">{t.auditorsComputed()}</p>
      </Fold>
    </Section>
  );
}
