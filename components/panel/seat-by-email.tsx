"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

const loadSchema = async () => (await import("#server/schemas/panel.ts")).seatByEmailSchema;

export function SeatByEmail({ studyId }: { studyId: string }) {
  const [seated, setSeated] = useState<{ email: string; seatId: string } | null>(null);
  const seat = useMutation(useTRPC().panel.seatByEmail.mutationOptions());
  const send = async (values: { studyId: string; email: string }) => {
    const { seatId } = await seat.mutateAsync(values);
    return () => setSeated({ email: values.email, seatId });
  };
  const { form, refusal, isBusy } = useForm(loadSchema, send, { studyId });
  return (
    <div className="grid max-w-measure gap-4">
      <form {...form} className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label="E-mail" name="email" type="email" autoComplete="off" error={refusal.fields.email} />
        <Button type="submit" busy={isBusy} className="sm:mt-6">
          {isBusy ? "Seating" : "Give a seat"}
        </Button>
      </form>
      {refusal.message && !refusal.fields.email && <Notice tone="bad" title={refusal.message} live />}
      {seated && <Notice tone="good" live title={`${seated.email} has seat ${seated.seatId}.`} />}
    </div>
  );
}
