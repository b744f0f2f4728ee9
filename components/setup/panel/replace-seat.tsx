"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/setupPanel.ts";

const loadSchema = async () => (await import("#server/schemas/panel.ts")).replaceSeatSchema;

type Seat = { id: string; displayName: string };
type Waiting = { accountId: string; displayName: string };

/** Form that gives a seat to a waiting auditor who has already joined. */
export function ReplaceSeat({
  studyId,
  seats,
  waiting,
}: {
  studyId: string;
  seats: readonly Seat[];
  waiting: readonly Waiting[];
}) {
  const [done, setDone] = useState<string | null>(null);
  const { form, field, refusal, isBusy } = useForm(
    loadSchema,
    useSend(useTRPC().panel.replaceSeat, ({ seatId }, values) =>
      setDone(t.replaced({ seat: seatId, before: values.seatId })),
    ),
    { studyId },
  );
  return (
    <div className="grid gap-4">
      {waiting.length === 0 ? (
        <p className="max-w-measure text-ink-2">{t.noneWaiting()}</p>
      ) : (
        <form {...form} className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
          <Select
            label={t.leaves()}
            {...field("seatId")}
            options={seats.map(({ id, displayName }) => [id, t.seatOption({ name: displayName, seat: id })])}
          />
          <Select
            label={t.takesSeat()}
            {...field("accountId")}
            options={waiting.map(({ accountId, displayName }) => [accountId, displayName])}
          />
          <Submit busy={isBusy} className="md:mt-6" act={t.replace()} doing={t.replacing()} />
        </form>
      )}
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {done && <Notice tone="good" title={done} live />}
    </div>
  );
}
