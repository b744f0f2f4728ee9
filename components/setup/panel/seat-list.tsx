"use client";

import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { arrange, type ListFilter, type SortableColumn } from "#components/ui/list/arrange.ts";
import { hasTools, ListTools, sortOptions } from "#components/ui/list/list-tools.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { Pager } from "#components/ui/pager.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import * as lists from "#messages/lists.ts";
import * as panels from "#messages/panelSelection.ts";
import * as t from "#messages/setupPanel.ts";
import { type RestReason, restReasons } from "#server/audit-log/panel-ways.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { messageKey } from "#server/locale.ts";
import { SeatRow } from "./seat-row.tsx";

type Panel = Outputs["panel"]["read"];

const line =
  "flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair px-4 py-2 last:border-b-0 md:px-6";

/** The seats, how they were filled, and the people who joined by a link and wait for one. */
export function SeatList({ studyId, panel, state }: { studyId: string; panel: Panel; state: ListState }) {
  const { seat, end, error } = useSeats();
  const { seats, seatless, gamma, selection } = panel;
  const list = { state, columns: columns(), filters: filters(), textOf };
  const { rows, found, total, back, on } = arrange<Auditor>([...seats, ...seatless], list);
  const size = selection.size ?? seats.filter(({ restReason }) => restReason === null).length;
  return (
    <div className="grid gap-4">
      <Sheet>
        {hasTools(state, list.filters, total) && (
          <SheetBody className="border-b border-hair">
            <ListTools
              {...{ state, filters: list.filters, counts: { found, total } }}
              search={t.findAuditor()}
              sorts={sortOptions(list.columns)}
            />
          </SheetBody>
        )}
        {found === 0 ? (
          <SheetBody className="text-ink-2">
            {total === 0 ? t.noSeatsInvite() : t.noAuditorMatches()}
          </SheetBody>
        ) : (
          <ul aria-label={t.seats()}>
            {rows.map((auditor) => {
              const { accountId, displayName } = auditor;
              if ("id" in auditor) {
                return (
                  <li key={auditor.id} className={line}>
                    <SeatRow
                      seat={auditor}
                      isOver={panel.state === "ended"}
                      busy={end.isPending}
                      onEnd={() => end.mutate({ studyId, accountId })}
                    >
                      <RestSeat studyId={studyId} seat={auditor} />
                    </SeatRow>
                  </li>
                );
              }
              return (
                <li key={accountId} className={line}>
                  <span>
                    <span className="block font-[560]">{displayName}</span>
                    <span className="text-sm text-ink-3">{t.waitsForSeat()}</span>
                  </span>
                  <span className="flex flex-wrap items-center gap-2">
                    <Button
                      small
                      busy={seat.isPending}
                      aria-label={t.giveSeatTo({ name: displayName })}
                      onClick={() => seat.mutate({ studyId, accountId })}
                    >
                      {t.giveSeat()}
                    </Button>
                    <ConfirmButton
                      act={t.remove()}
                      about={displayName}
                      busy={end.isPending}
                      onConfirm={() => end.mutate({ studyId, accountId })}
                    >
                      {t.removed({ name: displayName })}
                    </ConfirmButton>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        {seatless.length > 0 && selection.size === null && (
          <SheetFooter>{t.seatedLater({ count: gamma.denominator })}</SheetFooter>
        )}
        {panel.rule !== undefined && <SheetFooter>{decisionRuleWords(panel, size)}</SheetFooter>}
        {panel.rule === undefined && size > 0 && selection.how !== "by-operator" && (
          <SheetFooter>
            {t.neededFlags({
              needed: neededFlags(gamma, size),
              seats: size,
              isAsPlanned: size === gamma.denominator,
              planned: gamma.numerator,
              plannedSeats: gamma.denominator,
            })}
          </SheetFooter>
        )}
      </Sheet>
      <Pager
        label={lists.pagesOf({ list: t.seats() })}
        words={{ back: lists.pageBack(), on: lists.pageOn() }}
        newer={back}
        older={on}
      />
      <ErrorNotice error={error} />
    </div>
  );
}

type Auditor = Panel["seats"][number] | Panel["seatless"][number];

const auditorStates = ["seated", "resting", "ended", "waiting"] as const;

function stateOf(auditor: Auditor): (typeof auditorStates)[number] {
  if (!("id" in auditor)) return "waiting";
  if (!auditor.hasRole) return "ended";
  return auditor.restReason === null ? "seated" : "resting";
}

function textOf(auditor: Auditor): string {
  return "id" in auditor ? `${auditor.displayName} ${auditor.id}` : auditor.displayName;
}

const columns = (): readonly SortableColumn<Auditor>[] => [
  [t.auditorName(), null, { sort: { name: "name", by: ({ displayName }) => displayName } }],
  [t.seatNumber(), null, { sort: { name: "seat", by: (each) => ("id" in each ? each.id : null) } }],
];

const filters = (): readonly ListFilter<Auditor>[] => [
  {
    name: "state",
    label: t.auditorState(),
    options: auditorStates.map((state) => [state, t.auditorStateIs({ state })] as const),
    of: stateOf,
  },
];

function useSeats() {
  const trpc = useTRPC();
  const seat = useChange(trpc.panel.seatMember);
  const end = useChange(trpc.panel.endMembership);
  return { seat, end, error: seat.error ?? end.error };
}

type Props = {
  readonly studyId: string;
  readonly seat: {
    readonly id: string;
    readonly displayName: string;
    readonly restReason: RestReason | null;
  };
};

/** Lets an auditor rest for one of the logged reasons, or ends the rest. */
function RestSeat({ studyId, seat: { id: seatId, displayName: name, restReason } }: Props) {
  const trpc = useTRPC();
  const rest = useChange(trpc.panel.restSeat);
  const end = useChange(trpc.panel.returnSeat);
  const isBusy = rest.isPending || end.isPending;
  return (
    <>
      {restReason === null ? (
        <details className="text-sm open:mb-4">
          <summary className="min-h-9 w-fit cursor-pointer py-1.5 font-[560]">
            {panels.letRest({ name })}
          </summary>
          <p className="max-w-measure text-ink-2">{panels.restNote()}</p>
          <span className="mt-2 flex flex-wrap gap-2">
            {restReasons.map((reason) => (
              <Button
                small
                key={reason}
                busy={isBusy}
                onClick={() => rest.mutate({ studyId, seatId, reason })}
              >
                {panels.restBecause({ reason: messageKey(reason) })}
              </Button>
            ))}
          </span>
        </details>
      ) : (
        <Button small busy={isBusy} onClick={() => end.mutate({ studyId, seatId })}>
          {panels.endRest({ name })}
        </Button>
      )}
      <ErrorNotice error={rest.error ?? end.error} />
    </>
  );
}
