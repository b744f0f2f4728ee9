"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { AskAgain } from "#components/ui/ask-again.tsx";
import { Field } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupRehearsal.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import { mostMembers, seatsOf } from "#server/simulation/rehearsal/auditors.ts";
import { type RehearsalProblem, rehearsalProblems } from "#server/simulation/rehearsal/settings.ts";
import type { SimulatedAuditor } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { StepFrame } from "../step-frame.tsx";
import { draftPath, stepOf } from "../steps.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { AuditorFields } from "./auditor-fields.tsx";
import { OthersSection } from "./others-section.tsx";
import { OutcomeSection } from "./outcome-section.tsx";
import { Results } from "./results.tsx";
import { pollMs, RunControls } from "./run-controls.tsx";
import { StrictnessSection } from "./strictness-section.tsx";

/**
 * Simulation of the study before it is published: simulated auditors with the study's own people, settings and
 * learner.
 */
export function RehearsalStep() {
  const { studyId, missing } = useDraft();
  const open = missing.find(({ step }) => step !== "purpose");
  return (
    <StepFrame step="rehearsal">
      <p className="mb-6 max-w-measure text-ink-2">{t.intro()}</p>
      {open === undefined ? (
        <Rehearsal />
      ) : (
        <Section title={t.rehearsal()} note={t.needs()}>
          <Notice title={t.missing()}>
            <Link href={draftPath(studyId, open.step)}>{stepOf(open.step)?.word}</Link>: {open.message}
          </Notice>
        </Section>
      )}
    </StepFrame>
  );
}

/** The latest result, the button that makes one, and below them what is assumed. */
function Rehearsal() {
  const { draft, reading } = useDraft();
  const { data, refusal, isBusy, begin, cancel, refetch } = useRehearsal();
  // The result is above the form, which must not move when it arrives.
  if (data === undefined && !refusal) return <Skeleton className="h-dvh w-full" />;
  const problems = rehearsalProblems(draft, reading);
  const { result = null, progress = null, failure = null, isCurrent = false } = data ?? {};
  return (
    <>
      {result && <Results result={result} isCurrent={isCurrent} />}
      <Section title={t.rehearse()} note={t.rehearseNote()}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <RunControls
            progress={progress}
            label={result ? t.rehearseAgain() : t.rehearse()}
            canBegin={problems.length === 0 && data !== undefined}
            isBusy={isBusy}
            begin={() => void begin()}
            cancel={cancel}
          />
          {refusal && <AskAgain refusal={refusal} onAsk={() => void refetch()} />}
          {failure && <Notice tone="bad" live title={failure} />}
          {data !== undefined && progress === null && (
            <p className="text-ink-2">
              {result
                ? t.resultsAbove({ link: (text) => <Link href="#rehearsed">{text}</Link> })
                : t.nothingYet()}
            </p>
          )}
        </div>
      </Section>
      <StrictnessSection />
      <div className="mb-8">
        <Fold label={t.more()} isOpenAtFirst={problems.length > 0}>
          <AuditorsSection problems={problems} />
          <OutcomeSection problems={problems} />
          <OthersSection problems={problems} />
        </Fold>
      </div>
    </>
  );
}

const kinds = ["weighs", "careless", "first", "silent", "copies"] as const;

/** Choice of how each planned seat would judge. */
function AuditorsSection({ problems }: { problems: readonly RehearsalProblem[] }) {
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
      note={t.auditorsNote({
        isDocketOnly: settings.asking.docket === "minutes",
        points: typedDecimal(settings.alphaPoints),
      })}
    >
      {isOrdered(settings.panelSelection.how) && (
        <Field
          className="mb-4 max-w-72"
          label={t.members()}
          hint={t.membersHint({ most: mostMembers, seats: settings.seats.trim() })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          value={rehearsal.members}
          error={problems.find(({ field }) => field === "members")?.message}
          onChange={(event) => change({ rehearsal: { ...rehearsal, members: event.target.value } })}
        />
      )}
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
                    <BareSelect
                      aria-label={t.howSeatJudges({ seat: seat + 1 })}
                      className={`${smallControl} max-w-full`}
                      value={auditor.kind}
                      onChange={(event) =>
                        set(seat, { kind: event.target.value as SimulatedAuditor["kind"] })
                      }
                      options={kinds
                        .filter((kind) => kind !== "copies" || seat > 0)
                        .map((kind) => [kind, t.kind({ kind })])}
                    />
                    <AuditorFields {...{ seat, auditor, columns }} set={(part) => set(seat, part)} />
                  </span>
                  {said && <p className="text-sm font-[560] text-bad">{said}</p>}
                </div>
              </li>
            );
          })}
        </ul>
      </Sheet>
      <HowComputed>
        <p>{t.auditorsComputed()}</p>
      </HowComputed>
    </Section>
  );
}

/** State and result of a rehearsal, with functions to start and cancel it. */
function useRehearsal() {
  const { studyId, flush } = useDraft();
  const trpc = useTRPC().simulations;
  const { data, error, refetch } = useQuery({
    ...trpc.rehearsal.queryOptions({ studyId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.progress ? pollMs : false),
  });
  const settled = { onSettled: () => refetch() };
  const start = useMutation(trpc.rehearse.mutationOptions(settled));
  const cancel = useMutation(trpc.cancel.mutationOptions(settled));
  const failed = start.error ?? cancel.error ?? error;
  return {
    data,
    refusal: failed === null ? null : refusalOf(failed).message,
    isBusy: start.isPending || cancel.isPending,
    refetch,
    async begin() {
      const revision = await flush();
      if (revision !== null) start.mutate({ studyId, revision });
    },
    cancel: () => cancel.mutate({ studyId }),
  };
}
