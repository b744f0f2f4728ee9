"use client";

import { useState } from "react";
import { type Pair, pairKeyOf, toleranceOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/tolerances.ts";
import { wordOfTolerance } from "#server/audit-log/tolerance.ts";
import { PairFacts } from "../pair/pair-facts.tsx";
import { pointsIn } from "../pair/tolerance-field.tsx";
import type { JudgingRoom } from "../state/use-judging.ts";

/** The pairs of a round without pairs to judge, each with a field for how far apart the two chances may be. */
export function ToleranceQuestions({ room }: { room: JudgingRoom }) {
  return (
    <>
      <p className="mb-6 max-w-measure text-ink-2">{t.intro()}</p>
      <div className="grid gap-6 lg:grid-cols-2">
        {room.pairs.map((pair) => (
          <div key={pairKeyOf(pair)}>
            <PairFacts judging={room.judging} pair={pair} showsAll={false} />
            <Question room={room} pair={pair} />
          </div>
        ))}
      </div>
    </>
  );
}

/** A number is saved as it is typed, like a verdict; what is no number is not. */
function Question({ room: { judging, given, store }, pair }: { room: JudgingRoom; pair: Pair }) {
  const known = toleranceOf(given.verdicts, pair)?.toString() ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? known;
  const [high = "0", low = "0"] = pair.map((position) => judging.people[position]?.chance);

  function give(text: string) {
    setTyped(text);
    const points = pointsIn(text);
    if (points === undefined && text !== "") return;
    const key = pairKeyOf(pair);
    store.give(key, points === undefined ? null : [...pair, wordOfTolerance([high, low], points), points]);
  }

  return (
    <Field
      label={t.question()}
      aria-label={t.questionOf({ pair: pairName(...pair) })}
      hint={t.points()}
      error={shown !== "" && pointsIn(shown) === undefined ? t.wrong() : undefined}
      value={shown}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      disabled={!judging.round.takesVerdicts}
      onChange={(event) => give(event.target.value.trim())}
    />
  );
}
