"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupStrictness.ts";
import type { Outputs } from "#server/http/outputs.ts";
import {
  contradictionIn,
  fittedOf,
  isSamePair,
  questionCount,
  type StrictnessPair,
} from "#server/simulation/rehearsal/strictness.ts";
import type { RehearsalDraft } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { shownCellWords } from "./person-words.ts";

type Asked = Outputs["simulations"]["strictnessPairs"];

/** Questions about six pairs of the study's people, from which the strictness of the panel is estimated. */
export function StrictnessSection() {
  const { draft } = useDraft();
  const { answers } = draft.rehearsal.strictness;
  return (
    <Section title={t.title()} note={t.note()}>
      <Fold label={t.ask()} isLazy isOpenAtFirst={answers.length > 0}>
        <Questions />
      </Fold>
    </Section>
  );
}

function Questions() {
  const { studyId } = useDraft();
  const { data, error } = useQuery({
    ...useTRPC().simulations.strictnessPairs.queryOptions({ studyId }),
    gcTime: 0,
  });
  if (error) return <ErrorNotice error={error} />;
  if (data === undefined) return <p className="text-sm text-ink-2">{t.loading()}</p>;
  if (data.pairs.length === 0) return <p className="text-sm">{t.noPairs()}</p>;
  return <Pairs asked={data} />;
}

function Pairs({ asked: { pairs, people } }: { asked: Asked }) {
  const { draft, change } = useDraft();
  const { rehearsal: chosen } = draft;
  const { answers } = chosen.strictness;
  const columns = draft.people?.columns ?? [];
  const save = (strictness: RehearsalDraft["strictness"]) => change({ rehearsal: { ...chosen, strictness } });
  const answer = (asked: StrictnessPair, isUnfair: boolean) =>
    save({
      answers: pairs.flatMap((pair) => {
        if (isSamePair(pair, asked)) return [{ ...pair, isUnfair }];
        return answers.filter((each) => isSamePair(each, pair));
      }),
      isForced: false,
    });
  const nameOf = (place: number) =>
    people.find((person) => person.place === place)?.identifier ?? t.row({ row: place });
  const person = (place: number, chance: number) => (
    <span>
      <b>{t.chance({ name: nameOf(place), chance })}</b>
      <span className="block text-xs text-ink-3">
        {shownCellWords(people.find((each) => each.place === place)?.cells ?? [], columns)}
      </span>
    </span>
  );
  return (
    <div className="grid gap-4">
      {pairs.map((pair, index) => {
        const { high, low, gap } = pair;
        const ofLow = Math.round((100 - gap) / 2);
        const known = answers.find((each) => isSamePair(each, pair))?.isUnfair;
        return (
          <fieldset key={`${high} ${low} ${gap}`} className="grid gap-1 border-t border-hair pt-3 text-sm">
            <legend className="font-[560]">{t.pairTitle({ number: index + 1 })}</legend>
            <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
              {person(high, ofLow + gap)}
              {person(low, ofLow)}
            </div>
            <div className="flex gap-4">
              {[false, true].map((isUnfair) => (
                <Tick
                  key={String(isUnfair)}
                  type="radio"
                  name={`strictness-${index}`}
                  checked={known === isUnfair}
                  onChange={() => answer(pair, isUnfair)}
                >
                  {t.choice({ isUnfair })}
                </Tick>
              ))}
            </div>
          </fieldset>
        );
      })}
      <Estimate pairs={pairs} save={save} />
      <HowComputed>
        <p>{t.computed()}</p>
      </HowComputed>
    </div>
  );
}

function Estimate({
  pairs,
  save,
}: {
  pairs: readonly StrictnessPair[];
  save: (strictness: RehearsalDraft["strictness"]) => void;
}) {
  const { rehearsal: chosen, settings } = useDraft().draft;
  const { strictness } = chosen;
  const { answers, isForced } = strictness;
  const numberOf = (answer: StrictnessPair) => pairs.findIndex((pair) => isSamePair(pair, answer)) + 1;
  const isOutdated = answers.some((answer) => numberOf(answer) === 0);
  const contradiction = contradictionIn(answers);
  const fitted = fittedOf(strictness, Number(settings.alphaPoints));
  return (
    <div role="status" className="grid max-w-measure gap-3">
      {isOutdated ? (
        <Notice tone="warn" title={t.outdated()} />
      ) : contradiction !== null && !isForced ? (
        <Notice
          tone="bad"
          title={t.contradiction({
            fair: numberOf(contradiction.fair),
            unfair: numberOf(contradiction.unfair),
          })}
        >
          <Button small onClick={() => save({ ...strictness, isForced: true })}>
            {t.despite()}
          </Button>
        </Notice>
      ) : fitted === null ? (
        <p className="text-sm">{t.answered({ count: answers.length, all: questionCount })}</p>
      ) : (
        <p>{t.estimate(fitted)}</p>
      )}
      {answers.length > 0 && (
        <div>
          <Button look="ghost" onClick={() => save({ answers: [], isForced: false })}>
            {t.clear()}
          </Button>
        </div>
      )}
    </div>
  );
}
