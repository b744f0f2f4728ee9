"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { comingDocket } from "#components/rounds/docket-words.ts";
import { drawPicks } from "#components/rounds/picks-words.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/rounds.ts";
import * as tolerances from "#messages/tolerances.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import type { NextRound } from "./next-round.ts";
import { PanelFields, usePanelChoice } from "./panel-fields.tsx";

/** Form that opens the next round, or several, for the next people in file order, for chosen people, or at random. */
export function OpenForm({
  studyId,
  next,
  openCount,
  waitingCount,
  roundSize,
  usualDeadlineDays,
  chosen,
  isByLot = false,
  isQuiet = false,
  isGuarded,
  asked,
  picks,
  panel,
  children,
}: NextRound & {
  /** Ids of the chosen people; undefined for the next ones in file order. */
  chosen?: readonly string[] | undefined;
  /** Whether people are picked at random, as in an audit. */
  isByLot?: boolean;
  /**
   * Whether the round is known to have no pair to judge. Then no auditor is asked, and there is no deadline, unless the
   * panel is asked for tolerances.
   */
  isQuiet?: boolean;
  /** Shown next to the button. */
  children?: ReactNode;
}) {
  const router = useRouter();
  // Only a browser knows its user's time zone, so the field is filled there. A press before that uses the default
  // too.
  const [usual, setUsual] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setUsual(usualEvening(usualDeadlineDays)), [usualDeadlineDays]);
  const deadline = typed ?? usual;
  const [wanted, setWanted] = useState("1");
  const [asksTolerances, setAsksTolerances] = useState(false);
  const choice = usePanelChoice(panel);
  const open = useMutation(
    useTRPC().rounds.open.mutationOptions({
      onSuccess: ({ rounds: [first, ...others] }) =>
        router.push(
          first !== undefined && others.length === 0
            ? `/studies/${studyId}/rounds/${first.round}`
            : `/studies/${studyId}/rounds`,
        ),
    }),
  );
  const count = chosen?.length ?? Math.min(roundSize, waitingCount);
  const most = Math.min(maxOpenRounds - openCount, Math.ceil(waitingCount / roundSize));
  const mayOpenSeveral = chosen === undefined && most > 1;
  const rounds = mayOpenSeveral ? Math.min(most, Math.max(1, Math.round(Number(wanted)) || 1)) : 1;
  const hasPairs = count > 1;
  const closesAtOnce = isQuiet && !(asksTolerances && hasPairs);
  const facts = { round: next, count };
  const refusal = open.error && refusalOf(open.error);
  return (
    <form
      className="grid max-w-measure gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = typed ?? usualEvening(usualDeadlineDays);
        const field = event.currentTarget.elements.namedItem("deadlineAt");
        open.mutate(
          {
            studyId,
            // A double click, or a page from before, must not open one more round.
            nextRound: next,
            count: rounds,
            ...choice.input,
            ...(chosen && { personIds: [...chosen] }),
            asksTolerances,
            ...(asked !== "" && !closesAtOnce && { deadlineAt: new Date(asked).getTime() }),
          },
          {
            onError: (error) => {
              if (refusalOf(error).fields.deadlineAt && field instanceof HTMLElement) field.focus();
            },
          },
        );
      }}
    >
      <p>
        {isByLot
          ? t.opensByLot({ ...facts, waiting: waitingCount })
          : t.opensWith({ ...facts, waiting: waitingCount, isChosen: chosen !== undefined })}
        {!isQuiet && choice.judging !== null && ` ${t.judgedBy({ count: choice.judging })}`}
        {picks !== null && count > 0 && ` ${drawPicks(picks, count)}`}
        {!isQuiet && hasPairs && ` ${comingDocket(asked, count)}`}
        {isQuiet && ` ${closesAtOnce ? t.closesWithoutPairs() : t.asksWithoutPairs()}`}
      </p>
      {mayOpenSeveral && (
        <Field
          label={t.howManyRounds()}
          type="number"
          min={1}
          max={most}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          hint={t.howManyRoundsHint({ most, isGuarded })}
        />
      )}
      {!closesAtOnce && (
        <Field
          label={t.optionalDeadline()}
          type="datetime-local"
          name="deadlineAt"
          value={deadline}
          onChange={(event) => setTyped(event.target.value)}
          hint={t.optionalDeadlineHint()}
          error={refusal?.fields.deadlineAt}
        />
      )}
      {hasPairs && (
        <Choice
          label={tolerances.askAtOpening()}
          checked={asksTolerances}
          onChange={(event) => setAsksTolerances(event.target.checked)}
        >
          {tolerances.askAtOpeningNote()}
        </Choice>
      )}
      <PanelFields panel={panel} choice={choice} />
      <div className="flex flex-wrap items-center gap-4">
        <Button look="act" type="submit" disabled={open.isPending || count === 0 || !choice.isReady}>
          {rounds > 1
            ? (open.isPending ? t.openingRounds : t.openRounds)({ count: rounds })
            : (open.isPending ? t.opening : closesAtOnce ? t.openAndClose : t.openRound)({
                round: next,
              })}
        </Button>
        {children}
      </div>
      {refusal && !refusal.fields.deadlineAt && <Notice tone="bad" live title={refusal.message} />}
    </form>
  );
}

/**
 * Returns 18:00 in the viewer's zone, this many days from now, as the field needs it; empty without a usual deadline.
 */
function usualEvening(days: number | null): string {
  if (days === null) return "";
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(18, 0, 0, 0);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T18:00`;
}
