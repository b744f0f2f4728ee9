"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/setup.ts";
import { languages } from "#server/locale.ts";
import type { StudyKind } from "#server/study/draft.ts";
import { type ChoiceOption, Choices } from "./choices.tsx";
import { setupPath } from "./steps.ts";

const loadSchema = async () => (await import("#server/schemas/drafts.ts")).createDraftSchema;

const kinds: readonly ChoiceOption<StudyKind>[] = [
  {
    value: "learn",
    title: "Learn fair chances",
    what: "Rounds are judged, decided by a draw, and learned from: each verdict and each outcome moves the chances. Five steps.",
  },
  {
    value: "audit",
    title: "Audit the rule in force",
    what: "The file already says everybody’s chance. A panel judges it as it is: nobody is picked, nothing is learned, no outcome is needed. Four steps.",
  },
];

export function BeginForm() {
  const router = useRouter();
  const create = useMutation(useTRPC().drafts.create.mutationOptions());
  const [kind, setKind] = useState<StudyKind>("learn");
  const { form, refusal, isBusy } = useForm(loadSchema, async (values) => {
    const { studyId } = await create.mutateAsync(values);
    router.push(setupPath(studyId, "purpose"));
  });
  return (
    <form {...form} className="grid max-w-measure gap-5">
      <Field
        label="Name of the study"
        name="name"
        autoComplete="off"
        maxLength={120}
        error={refusal.fields.name}
        hint="Such as Small loans 2026."
      />
      <Choices legend="What the study is for" name="kind" value={kind} choices={kinds} onChange={setKind} />
      <Frame label={t.auditorsLanguage()} hint={t.auditorsLanguageHint()} error={refusal.fields.language}>
        {(control) => (
          <select {...control} name="language" defaultValue="en" className={controlClass}>
            {Object.entries(languages).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Frame>
      <div>
        <Button look="act" type="submit" disabled={isBusy}>
          {isBusy ? "Beginning" : "Begin"}
        </Button>
      </div>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
    </form>
  );
}
