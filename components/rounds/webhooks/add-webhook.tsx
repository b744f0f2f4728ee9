"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/webhooks.ts";
import { serverEvents, studyWebhookEvents, type WebhookEvent } from "#server/schemas/webhook-events.ts";
import { SecretNotice } from "./secret-notice.tsx";
import { deliveryWords } from "./webhook-words.ts";

/** Form that adds a webhook to a study, or with null to the server. */
export function AddWebhook({ studyId }: { studyId: string | null }) {
  const known: readonly WebhookEvent[] = studyId === null ? serverEvents : studyWebhookEvents;
  const [address, setAddress] = useState("");
  const [events, setEvents] = useState(known);
  const add = useChange(useTRPC().webhooks.add);
  const refusal = add.error && refusalOf(add.error);
  return (
    <form
      className="grid max-w-measure gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate({ studyId, address, events: [...events] });
      }}
    >
      <Field
        label={t.address()}
        hint={t.addressHint()}
        inputMode="url"
        autoComplete="off"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={refusal?.fields.address}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-[560]">{t.events()}</legend>
        {known.map((kind) => (
          <Tick
            key={kind}
            checked={events.includes(kind)}
            onChange={({ target }) =>
              setEvents(target.checked ? [...events, kind] : events.filter((one) => one !== kind))
            }
          >
            {deliveryWords(kind)}
          </Tick>
        ))}
      </fieldset>
      {refusal && <Notice tone="bad" live title={refusal.fields.events ?? refusal.message} />}
      <Submit look="act" busy={add.isPending} act={t.add()} doing={t.adding()} />
      {add.data && <SecretNotice key={add.data.id} secret={add.data.secret} />}
    </form>
  );
}
