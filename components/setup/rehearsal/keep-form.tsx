"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { simulationsAddress } from "#components/ui/study-addresses.ts";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/setupRehearsal.ts";
import { useDraft } from "../draft-context.tsx";

/** Form that stores the result of a rehearsal with the study's other runs. */
export function KeepForm() {
  const { studyId } = useDraft();
  const [kept, setKept] = useState<string | null>(null);
  const keep = useMutation(useTRPC().simulations.keepRehearsal.mutationOptions());
  const { form, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/simulations.ts")).keepRehearsalSchema,
    async (values) => {
      await keep.mutateAsync(values);
      return () => setKept(values.name);
    },
    { studyId },
  );
  return (
    <section aria-labelledby="keep-rehearsal" className="grid gap-3">
      <h3 id="keep-rehearsal">{t.keep()}</h3>
      <p className="max-w-measure text-sm text-ink-2">
        {t.keepNote({ link: (text) => <Link href={simulationsAddress(studyId)}>{text}</Link> })}
      </p>
      <form {...form} className="grid items-start gap-3 sm:grid-cols-[minmax(0,24rem)_auto]">
        <Field
          label={t.runName()}
          name="name"
          maxLength={120}
          autoComplete="off"
          error={refusal.fields.name}
        />
        <Button type="submit" busy={isBusy} className="justify-self-start sm:mt-6">
          {isBusy ? t.saving() : t.save()}
        </Button>
      </form>
      {refusal.message && <Notice tone="bad" live title={refusal.message} />}
      {kept !== null && (
        <Notice tone="good" live title={t.saved({ name: kept })}>
          <Link href={simulationsAddress(studyId)}>{t.seeRuns()}</Link>
        </Notice>
      )}
    </section>
  );
}
