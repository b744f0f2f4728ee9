"use client";

import { personName } from "#components/rounds/people/pair-words.ts";
import { identifierWords } from "#components/rounds/people/shown-person.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/objections.ts";
import type { ObjectionRow } from "#server/rounds/objections/read-objections.ts";
import { ObjectionText } from "./objection-text.tsx";

type Props = { studyId: string; hasEnded: boolean };

/** The objections of a study, newest first, each with the form that forwards it. */
export function ObjectionList({ objections, ...of }: Props & { objections: readonly ObjectionRow[] }) {
  if (objections.length === 0) return <p className="max-w-measure">{t.empty()}</p>;
  return (
    <ul className="grid gap-6">
      {objections.map((objection) => (
        <li key={objection.receivedSeq}>
          <Objection {...of} objection={objection} />
        </li>
      ))}
    </ul>
  );
}

function Objection({ studyId, hasEnded, objection }: Props & { objection: ObjectionRow }) {
  const { round, position, personId, by, receivedAt, text, state, askedIn, yes, no, unsure } = objection;
  const person = personName(position);
  const mayForward = text !== null && askedIn === null && !hasEnded;
  return (
    <Sheet ruled>
      <SheetHeader>
        <h2>
          <Link href={`/studies/${studyId}/rounds/${round}`}>{t.of({ round, person, id: personId })}</Link>
        </h2>
        <p className="text-sm text-ink-2">{t.received({ by, time: () => <LocalTime at={receivedAt} /> })}</p>
      </SheetHeader>
      <SheetBody className="grid max-w-measure gap-4 pt-0">
        {identifierWords(objection) && <p>{identifierWords(objection)}</p>}
        <blockquote className="m-0 border-s-4 border-hair ps-4 whitespace-pre-line break-words">
          {text ?? t.erased()}
        </blockquote>
        <p>
          <b>{t.state({ state, round: String(askedIn ?? 0) })}</b>
        </p>
        {yes !== null && no !== null && unsure !== null && <p>{t.answers({ yes, no, unsure })}</p>}
        {mayForward && <Forward studyId={studyId} objection={objection} />}
      </SheetBody>
    </Sheet>
  );
}

function Forward({ studyId, objection }: { studyId: string; objection: ObjectionRow }) {
  const { receivedSeq, text, question, state } = objection;
  const { form, field, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/objections.ts")).forwardObjectionSchema,
    useSend(useTRPC().objections.forward),
    { studyId, objection: receivedSeq },
  );
  return (
    <form {...form} className="grid gap-3">
      <ObjectionText
        label={t.question()}
        hint={t.questionHint()}
        {...field("question")}
        defaultValue={question ?? text ?? ""}
      />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Submit
        look={state === "received" ? "act" : "plain"}
        busy={isBusy}
        act={state === "received" ? t.forward() : t.change()}
        doing={t.forwarding()}
      />
    </form>
  );
}
