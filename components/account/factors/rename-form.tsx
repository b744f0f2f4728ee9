"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/factors.ts";
import { NameField } from "./name-field.tsx";
import { factorSchemas } from "./schemas.ts";

export function RenameForm({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const rename = useMutation(useTRPC().factors.rename.mutationOptions());
  const { form, refusal, isBusy } = useForm(
    async () => (await factorSchemas()).renameFactorSchema,
    async (values) => {
      await rename.mutateAsync(values);
      return onEnd;
    },
    { id },
  );
  return (
    <form {...form} className="grid gap-2 font-normal">
      <NameField example={name} error={refusal.fields.name ?? (refusal.message || undefined)} />
      <span className="flex gap-2">
        <Button small look="act" type="submit" busy={isBusy}>
          {t.save()}{" "}
        </Button>
        <Button small onClick={onEnd}>
          {t.cancel()}{" "}
        </Button>
      </span>
    </form>
  );
}
