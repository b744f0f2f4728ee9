"use client";

import { useMemo, useRef, useState } from "react";
import { KeysOfAccount } from "#components/account/keys/use-keys.tsx";
import { type Pair, pairKeyOf, type Verdict, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as common from "#messages/common.ts";
import * as myRounds from "#messages/myRounds.ts";
import * as t from "#messages/practice.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import type { Practice } from "#server/rounds/judging/read-practice.ts";
import type { JudgingKeys } from "#server/schemas/key-commands.ts";
import { PointPicture } from "./pictures.tsx";
import { PracticePair } from "./practice-pair.tsx";
import { practicePeople } from "./practice-round.ts";

/**
 * The six points of the instructions, then four simulated people. Everything happens on this page: nothing is sent or
 * stored.
 */
export function PracticeRoom({
  practice,
  studyId,
  keys,
}: {
  practice: Practice;
  studyId: string;
  keys: JudgingKeys;
}) {
  const [index, setIndex] = useState<number | null>(null);
  const [verdicts, setVerdicts] = useState<Verdicts>(new Map());
  const people = useMemo(() => practicePeople(practice.fields, practice.alpha), [practice]);
  const pairs = useMemo<readonly Pair[]>(
    () =>
      eligiblePairs(
        people.map(({ chance }) => chance),
        practice.alpha,
      ),
    [people, practice.alpha],
  );
  const title = useRef<HTMLHeadingElement>(null);

  function goTo(next: number | null) {
    setIndex(next);
    scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }

  const pair = index === null ? undefined : pairs[index];
  const verdict = pair && verdicts.get(pairKeyOf(pair));

  function give(next: Verdict | null) {
    if (pair === undefined) return;
    const changed = new Map(verdicts);
    if (next === null) changed.delete(pairKeyOf(pair));
    else changed.set(pairKeyOf(pair), next);
    setVerdicts(changed);
  }

  return (
    <KeysOfAccount value={keys}>
      <h1 ref={title} tabIndex={-1} className="mb-6 outline-none">
        {titleOf(index, pairs.length)}
      </h1>
      {index === null && <Points practice={practice} onBegin={() => goTo(0)} />}
      {index !== null && pair !== undefined && (
        <PracticePair
          practice={practice}
          people={people}
          pair={pair}
          verdict={verdict}
          onVerdict={give}
          onPrevious={() => goTo(index === 0 ? null : index - 1)}
          onNext={() => goTo(index + 1)}
        />
      )}
      {index !== null && pair === undefined && (
        <Section title={t.whatNow()} note={t.whatNowNote()}>
          <div className="grid max-w-measure gap-4">
            <p>{t.given({ given: verdicts.size, count: pairs.length })}</p>
            <p>{t.threeViews({ link: (text) => <Link href="/account#keys">{text}</Link> })}</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink look="act" href={`/studies/${studyId}/judging`}>
                {t.toMyRounds()}
              </ButtonLink>
              <Button
                onClick={() => {
                  setVerdicts(new Map());
                  goTo(null);
                }}
              >
                {t.again()}
              </Button>
            </div>
          </div>
        </Section>
      )}
    </KeysOfAccount>
  );
}

function titleOf(index: number | null, count: number): string {
  if (index === null) return common.tab({ tab: "practice" });
  return index < count ? t.pairTitle({ place: index + 1, count }) : t.ready();
}

function Points({ practice, onBegin }: { practice: Practice; onBegin: () => void }) {
  return (
    <>
      <p className="mb-6 max-w-measure text-lg text-ink-2">{t.lede()}</p>
      <ol className="mb-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {sixPoints(practice).map((text, point) => (
          <li
            key={text}
            className="grid content-start gap-3 border border-t-2 border-hair border-t-rule bg-sheet p-4"
          >
            <PointPicture point={point} />
            <p>
              <b className="me-1">{point + 1}.</b> {text}
            </p>
          </li>
        ))}
      </ol>
      {practice.asksTolerance && <p className="mb-6 max-w-measure">{t.aboutTolerance()}</p>}
      <p className="mb-6 max-w-measure text-sm text-ink-2">{myRounds.whoSeesWhat()}</p>
      <Button look="act" onClick={onBegin}>
        {t.beginFirst()}
      </Button>
    </>
  );
}

/** Instructions for auditors, in six points of at most sixty words each. */
function sixPoints({ decision, isAudit }: { decision: string; isAudit: boolean }): readonly string[] {
  return [
    myRounds.pointChances({ decision }),
    myRounds.pointPages(),
    myRounds.pointLook(),
    myRounds.pointJudge(),
    myRounds.pointReport({ isAudit }),
    myRounds.pointOutcome({ isAudit }),
  ];
}
