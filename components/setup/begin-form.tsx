"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { LanguageOptions } from "#components/ui/language-options.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/setup.ts";
import { type TemplateName, templateNames, templates } from "#server/study/templates.ts";
import { type ChoiceOption, Choices } from "./choices.tsx";
import { draftPath } from "./steps.ts";

const loadSchema = async () => (await import("#server/schemas/drafts.ts")).createDraftSchema;

const empty: readonly TemplateName[] = ["learn", "audit"];

function choiceOf(value: TemplateName): ChoiceOption<string> {
  const { title, what } = templates[value];
  return { value, title, what };
}

/** @param studies earlier studies of the operator, which can be copied */
export function BeginForm({ studies }: { studies: readonly { id: string; name: string }[] }) {
  const router = useRouter();
  const create = useMutation(useTRPC().drafts.create.mutationOptions());
  const [start, setStart] = useState<string>("learn");
  const { form, refusal, isBusy } = useForm(loadSchema, async (values) => {
    const { studyId } = await create.mutateAsync(values);
    router.push(draftPath(studyId, "purpose"));
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
      <Choices
        legend="Start from"
        name="start"
        value={start}
        choices={empty.map(choiceOf)}
        more={{
          label: "Templates, and copies of earlier studies",
          choices: [
            ...templateNames.filter((name) => !empty.includes(name)).map(choiceOf),
            ...studies.map(({ id, name }) => ({
              value: id,
              title: `Copy of ${name}`,
              what: "Its settings, rules and guidelines, without its people.",
            })),
          ],
        }}
        onChange={setStart}
      />
      <Select
        label={t.auditorsLanguage()}
        hint={t.auditorsLanguageHint()}
        error={refusal.fields.language}
        name="language"
        defaultValue="en"
      >
        <LanguageOptions />
      </Select>
      <Samples />
      <div>
        <Button look="act" type="submit" disabled={isBusy}>
          {isBusy ? "Beginning" : "Begin"}
        </Button>
      </div>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
    </form>
  );
}

/** Links to files of synthetic people, one for each template. */
function Samples() {
  const samples = Object.values(templates).filter(({ sample }) => sample !== undefined);
  return (
    <p className="text-sm text-ink-2">
      Sample files with synthetic people to try the form:{" "}
      {samples.map(({ title, sample }, index) => (
        <span key={sample}>
          {index > 0 && ", "}
          <a href={`/samples/${sample}`} download>
            {title}
          </a>
        </span>
      ))}
      .
    </p>
  );
}
