import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/objectionQuestion.ts";
import { objectionAnswers } from "#server/audit-log/objection-answers.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { cellInWords } from "#server/study/words.ts";
import type { JudgingRoom } from "../state/use-judging.ts";

/** Objections of people of earlier rounds, which the panel answers apart from its ballots. */
export function ObjectionQuestions({ room }: { room: JudgingRoom }) {
  const { objections } = room.judging;
  return (
    <Section title={t.title({ count: objections.length })} note={t.note()}>
      <ul className="grid gap-8">
        {objections.map((asked, index) => (
          <Question
            key={asked.objection}
            room={room}
            asked={asked}
            name={t.objection({ number: index + 1, round: asked.round })}
          />
        ))}
      </ul>
    </Section>
  );
}

function Question({
  room: { judging, place },
  asked,
  name,
}: {
  room: JudgingRoom;
  asked: Judging["objections"][number];
  name: string;
}) {
  const { round, seat, fields } = judging;
  const [answer, setAnswer] = useState(asked.answer);
  const send = useMutation(
    useTRPC().objections.answer.mutationOptions({ onSuccess: (_, input) => setAnswer(input.answer) }),
  );
  const { objection, question, chance, cells } = asked;
  return (
    <li className="grid gap-3">
      <h3>{name}</h3>
      <blockquote className="m-0 max-w-measure border-s-4 border-hair ps-4 whitespace-pre-line break-words">
        {question ?? t.erased()}
      </blockquote>
      <p className="text-sm text-ink-2">{t.chance({ chance: chanceFigure(chance).words })}</p>
      {cells !== null && (
        <Sheet>
          <Facts>
            {fields.map((field, index) => (
              <Fact key={field.name} label={field.label}>
                {cellInWords(cells[index] ?? null, field) ?? "–"}
              </Fact>
            ))}
          </Facts>
        </Sheet>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own; the sentence says it */}
      <div role="group" aria-label={`${name}: ${t.ask()}`} className="flex flex-wrap items-center gap-2">
        <span aria-hidden>{t.ask()}</span>
        {objectionAnswers.map((word) => (
          <Button
            key={word}
            aria-pressed={answer === word}
            disabled={!round.takesVerdicts || send.isPending}
            className="aria-pressed:shadow-[inset_0_0_0_2px_currentColor]"
            onClick={() =>
              send.mutate({ studyId: place.studyId, round: round.number, seat, objection, answer: word })
            }
          >
            {t.answer({ answer: word })}
          </Button>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-2">
        {answer !== null && round.takesVerdicts && t.saved()}
      </p>
      <ErrorNotice error={send.error} />
    </li>
  );
}
