"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/account.ts";
import { type JudgingKeys, keyCommands, usualKeys } from "#server/schemas/key-commands.ts";

const loadSchema = async () => (await import("#server/schemas/judging-keys.ts")).judgingKeysSchema;

/** Form for the keyboard shortcuts of the judging page: change them, or switch single keys off. */
export function KeysForm({ keys }: { keys: JudgingKeys }) {
  const [areOn, setOn] = useState(keys.areOn);
  const [typed, setTyped] = useState(keys);
  const [isDone, setDone] = useState(false);
  const change = useMutation(useTRPC().accounts.changeJudgingKeys.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(
    loadSchema,
    async (values) => {
      await change.mutateAsync(values);
      setDone(true);
      // No fields to clear: the form shows the stored settings.
      return undefined;
    },
    { ...typed, areOn },
  );
  return (
    <form {...form} className="grid max-w-measure gap-5" onInput={() => setDone(false)}>
      <Choice label={t.keysWork()} checked={areOn} onChange={(event) => setOn(event.target.checked)}>
        {t.keysWorkNote()}
      </Choice>
      {areOn && (
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          {keyCommands.map((command) => (
            <Field
              key={command}
              label={t.keyOf({ command })}
              {...field(command)}
              value={typed[command]}
              onChange={(event) => setTyped({ ...typed, [command]: event.target.value })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2}
            />
          ))}
        </div>
      )}
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      {isDone && !refusal.message && <Notice tone="good" title={t.keysSaved()} live />}
      <div className="flex flex-wrap gap-3">
        <Submit look="act" busy={isBusy} act={t.saveKeys()} doing={t.savingKeys()} />
        <Button
          onClick={() => {
            setOn(true);
            setTyped(usualKeys);
            setDone(false);
          }}
        >
          {t.usualKeys()}
        </Button>
      </div>
    </form>
  );
}
