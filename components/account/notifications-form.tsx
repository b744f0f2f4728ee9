"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Tick } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/account.ts";
import { messageKey } from "#server/locale.ts";
import { type NotificationKind, notificationKinds } from "#server/schemas/notification-kinds.ts";
import type { NotificationSettings } from "#server/schemas/notifications.ts";

const loadSchema = async () => (await import("#server/schemas/notifications.ts")).notificationSettingsSchema;

const kinds = Object.entries(notificationKinds) as [NotificationKind, { role: Role }][];
type Role = (typeof notificationKinds)[NotificationKind]["role"];

/** Form for the mails about events: which ones an account gets, and whether at once or as a daily digest. */
export function NotificationsForm({
  settings,
  isAdministrator,
}: {
  settings: NotificationSettings;
  isAdministrator: boolean;
}) {
  const [chosen, setChosen] = useState(settings);
  const [isDone, setDone] = useState(false);
  const change = useMutation(useTRPC().accounts.changeNotifications.mutationOptions());
  const { form, refusal, isBusy } = useForm(
    loadSchema,
    async (values) => {
      await change.mutateAsync(values);
      setDone(true);
      // No fields to clear: the form shows the stored settings.
      return undefined;
    },
    chosen,
  );
  const roles: Role[] = ["auditor", "operator", ...(isAdministrator ? (["administrator"] as const) : [])];
  const switchKind = (kind: NotificationKind, isOn: boolean) =>
    setChosen({
      ...chosen,
      off: isOn ? chosen.off.filter((one) => one !== kind) : [...chosen.off, kind],
    });
  return (
    <form {...form} className="grid max-w-measure gap-5" onInput={() => setDone(false)}>
      {roles.map((role) => (
        <fieldset key={role} className="grid gap-2">
          <legend className="mb-1 text-sm font-[560]">{t.notificationRole({ role })}</legend>
          {kinds
            .filter(([, of]) => of.role === role)
            .map(([kind]) => (
              <Tick
                key={kind}
                checked={!chosen.off.includes(kind)}
                onChange={(event) => switchKind(kind, event.target.checked)}
              >
                {t.notification({ kind: messageKey(kind) })}
              </Tick>
            ))}
        </fieldset>
      ))}
      <Select
        label={t.sendWhen()}
        value={chosen.digestHour ?? ""}
        onChange={({ target: { value } }) =>
          setChosen({ ...chosen, digestHour: value === "" ? null : Number(value) })
        }
        options={[
          ["", t.sendAtOnce()],
          ...Array.from(
            { length: 24 },
            (_, hour) => [hour, t.sendDaily({ time: `${String(hour).padStart(2, "0")}:00` })] as const,
          ),
        ]}
      />
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isDone && !refusal.message && <Notice tone="good" title={t.notificationsSaved()} live />}
      <Submit look="act" busy={isBusy} act={t.saveNotifications()} doing={t.savingNotifications()} />
    </form>
  );
}
