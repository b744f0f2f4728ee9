"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { LanguageOptions } from "#components/ui/language-options.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/setup.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { languages, locale } from "#server/locale.ts";
import { type TemplateName, templateNames, templates } from "#server/study/templates.ts";
import { type ChoiceOption, Choices } from "./choices.tsx";
import { draftPath } from "./steps.ts";

const loadSchema = async () => (await import("#server/schemas/drafts.ts")).createDraftSchema;

const empty: readonly TemplateName[] = ["learn", "audit"];

const templateWords: Readonly<Record<TemplateName, { title: () => string; what: () => string }>> = {
  learn: { title: t.learnTitle, what: t.learnWhat },
  audit: { title: t.auditTitle, what: t.auditWhat },
  loans: { title: t.loansTitle, what: t.loansWhat },
  admissions: { title: t.admissionsTitle, what: t.admissionsWhat },
  hiring: { title: t.hiringTitle, what: t.hiringWhat },
  "rule-audit": { title: t.ruleAuditTitle, what: t.ruleAuditWhat },
};

function choiceOf(value: TemplateName): ChoiceOption<string> {
  const { title, what } = templateWords[value];
  return { value, title: title(), what: what() };
}

type StudyPage = Pick<Outputs["accounts"]["myStudies"], "next"> & {
  readonly studies: readonly { readonly id: string; readonly name: string }[];
};

/**
 * @param initial the first page of the published studies of the operator, which can be copied
 * @param copied the study that is chosen for a copy at first
 */
export function BeginForm({ initial, copied }: { initial: StudyPage; copied?: string | undefined }) {
  const router = useRouter();
  const client = useTRPCClient();
  const [{ studies, next }, setEarlier] = useState(initial);
  const more = useMutation({
    mutationFn: (after: NonNullable<StudyPage["next"]>) =>
      client.accounts.myStudies.query({ show: "copyable", after }),
    onSuccess: (page) => setEarlier({ studies: [...studies, ...page.studies], next: page.next }),
  });
  const create = useMutation(useTRPC().drafts.create.mutationOptions());
  const [start, setStart] = useState<string>(copied ?? "learn");
  const { form, field, refusal, isBusy } = useForm(loadSchema, async (values) => {
    const { studyId } = await create.mutateAsync(values);
    router.push(draftPath(studyId, "purpose"));
  });
  return (
    <form {...form} className="grid max-w-measure gap-5">
      <Field
        label={t.nameOfStudy()}
        {...field("name")}
        autoComplete="off"
        maxLength={120}
        hint={t.nameExample()}
      />
      <Choices
        legend={t.startFrom()}
        name="start"
        value={start}
        choices={empty.map(choiceOf)}
        more={{
          label: t.templatesAndCopies(),
          choices: [
            ...templateNames.filter((name) => !empty.includes(name)).map(choiceOf),
            ...studies.map(({ id, name }) => ({
              value: id,
              title: t.copyOf({ name }),
              what: t.copyWhat(),
            })),
          ],
          below: next !== null && (
            <Button small busy={more.isPending} onClick={() => more.mutate(next)}>
              {t.moreStudies()}
            </Button>
          ),
        }}
        onChange={setStart}
      />
      {studies.some(({ id }) => id === start) && <CopiedPeople />}
      <Select
        label={t.auditorsLanguage()}
        hint={t.auditorsLanguageHint()}
        {...field("language")}
        defaultValue={ownLanguage()}
      >
        <LanguageOptions />
      </Select>
      <Samples />
      <Submit look="act" busy={isBusy} act={t.begin()} doing={t.beginning()} />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      <ErrorNotice error={more.error} />
    </form>
  );
}

/** Returns the language of this page, or English if it is one of those for tests. */
function ownLanguage(): string {
  return locale() in languages ? locale() : "en";
}

/** Whether a copy has the people of the study. */
function CopiedPeople() {
  const [people, setPeople] = useState<"none" | "copied">("none");
  return (
    <Choices
      legend={t.peopleOfCopy()}
      name="people"
      value={people}
      choices={[
        { value: "none", title: t.copyWithoutPeople(), what: t.copyWithoutPeopleWhat() },
        { value: "copied", title: t.copyWithPeople(), what: t.copyWithPeopleWhat() },
      ]}
      onChange={setPeople}
    />
  );
}

/** Links to files of synthetic people, one for each template. */
function Samples() {
  const named = templateNames.filter((name) => templates[name].sample !== undefined);
  return (
    <p className="text-sm text-ink-2">
      {t.samples()}{" "}
      {named.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <a href={`/samples/${templates[name].sample}`} download>
            {templateWords[name].title()}
          </a>
        </span>
      ))}
    </p>
  );
}
