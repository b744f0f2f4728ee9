"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { StudyKind } from "#server/study/draft.ts";
import { type ChoiceOption, Choices } from "./choices.tsx";
import { setupPath, stepsOf } from "./steps.ts";

const loadSchema = async () => (await import("#server/schemas/drafts.ts")).createDraftSchema;

/** @internal */
export const kinds: readonly ChoiceOption<StudyKind>[] = [
  {
    value: "learn",
    title: "Learn fair chances",
    what: `Rounds are judged and decided by a draw. Each verdict and each outcome moves the chances. ${stepCount("learn")}`,
  },
  {
    value: "audit",
    title: "Audit the rule in force",
    what: `The file already holds each person’s chance, and a panel judges these chances. No person is picked, nothing is learned and no outcome is needed. ${stepCount("audit")}`,
  },
];

function stepCount(kind: StudyKind): string {
  return `${stepsOf(kind).length} steps.`;
}

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
      <div>
        <Button look="act" type="submit" disabled={isBusy}>
          {isBusy ? "Beginning" : "Begin"}
        </Button>
      </div>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
    </form>
  );
}
