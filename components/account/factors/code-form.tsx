"use client";

import type { ComponentProps } from "react";
import type { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/factors.ts";

export type Aside = { readonly label: string; readonly onClick: () => void };

/** Form with one field for a code or password that confirms the user's identity. */
export function CodeForm<Schema extends z.ZodType>({
  field,
  fixed,
  schema,
  send,
  onDone,
  aside,
}: {
  field: ComponentProps<typeof Field> & { name: string };
  fixed: Readonly<Record<string, unknown>>;
  schema: () => Promise<Schema>;
  send: (values: z.output<Schema>) => Promise<unknown>;
  onDone: () => void;
  aside?: Aside;
}) {
  const { form, refusal, isBusy } = useForm(
    schema,
    async (values) => {
      await send(values);
      onDone();
    },
    fixed,
  );
  const error = refusal.fields[field.name];
  return (
    <form {...form} className="grid max-w-100 gap-5">
      <Field {...field} error={error} />
      {refusal.message && !error && <Notice tone="bad" title={refusal.message} live />}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="act" type="submit" busy={isBusy}>
          {isBusy ? t.checking() : t.confirm()}
        </Button>
        {aside && <AsideButton {...aside} />}
      </div>
    </form>
  );
}

export function AsideButton({ label, onClick }: Aside) {
  return (
    <Button look="ghost" onClick={onClick}>
      {label}
    </Button>
  );
}
