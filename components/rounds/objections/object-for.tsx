"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/personalLinks.ts";
import { ObjectionText } from "./objection-text.tsx";
import { peopleOptions, type RoundPeople } from "./personal-links.tsx";

/** Form in which an operator writes an objection for a person. */
export function ObjectFor({ studyId, round, people }: RoundPeople) {
  const [isDone, setDone] = useState(false);
  const { form, field, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/objections.ts")).receiveObjectionFormSchema,
    useSend(useTRPC().objections.receive, () => setDone(true)),
    { studyId, round },
  );
  return (
    <form {...form} className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-ink-2">{t.objectNote()}</p>
      <Select label={t.person()} {...field("position")} options={peopleOptions(people)} />
      <ObjectionText label={t.text()} {...field("text")} />
      <Submit busy={isBusy} act={t.record()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isDone && <Notice tone="good" title={t.recorded()} live />}
    </form>
  );
}
