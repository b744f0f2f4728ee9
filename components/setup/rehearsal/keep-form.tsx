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
      <h3 id="keep-rehearsal">Keep it</h3>
      <p className="max-w-measure text-sm text-ink-2">
        The next rehearsal replaces this one. Saved under a name, it stays among the study’s{" "}
        <Link href={simulationsAddress(studyId)}>simulations</Link>, without the people’s data, and can be
        compared and repeated.
      </p>
      <form {...form} className="grid items-start gap-3 sm:grid-cols-[minmax(0,24rem)_auto]">
        <Field
          label="Name of the run"
          name="name"
          maxLength={120}
          autoComplete="off"
          error={refusal.fields.name}
        />
        <Button type="submit" busy={isBusy} className="justify-self-start sm:mt-6">
          {isBusy ? "Keeping" : "Keep"}
        </Button>
      </form>
      {refusal.message && <Notice tone="bad" live title={refusal.message} />}
      {kept !== null && (
        <Notice tone="good" live title={`“${kept}” is kept.`}>
          <Link href={simulationsAddress(studyId)}>See the runs</Link>
        </Notice>
      )}
    </section>
  );
}
