"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { setupPath } from "./steps.ts";

const loadSchema = async () => (await import("#server/schemas/drafts.ts")).createDraftSchema;

export function BeginForm() {
  const router = useRouter();
  const create = useMutation(useTRPC().drafts.create.mutationOptions());
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
      <div>
        <Button look="act" type="submit" disabled={isBusy}>
          {isBusy ? "Beginning" : "Begin"}
        </Button>
      </div>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
    </form>
  );
}
