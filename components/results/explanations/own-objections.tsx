"use client";

import { ObjectionText } from "#components/rounds/objections/objection-text.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/explanation.ts";
import type { Explanation } from "#server/results/explanations/read-explanation.ts";

/** Form in which a person objects by a personal link. */
export function ObjectByLink({ token }: { token: string }) {
  const { form, field, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/objections.ts")).objectByLinkSchema,
    useSend(useTRPC().explanations.object),
    { token },
  );
  return (
    <form {...form} className="grid gap-4 print:hidden">
      <ObjectionText label={t.text()} {...field("text")} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <Submit look="act" busy={isBusy} act={t.send()} doing={t.sending()} />
    </form>
  );
}

/** An objection with its state and the answers of the panel, as counts. */
export function OwnObjection({ objection }: { objection: Explanation["objections"][number] }) {
  const { receivedAt, text, state, askedIn, answers } = objection;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-2">
        <LocalTime at={receivedAt} />
      </p>
      <blockquote className="m-0 border-s-4 border-hair ps-4 whitespace-pre-line break-words">
        {text}
      </blockquote>
      <p role="status">
        <b>{t.state({ state, round: String(askedIn ?? 0) })}</b> {answers && t.answers(answers)}
      </p>
    </div>
  );
}
