"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { actions, TableSheet } from "#components/ui/table.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/factors.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { NameField } from "./name-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { factorSchemas } from "./schemas.ts";
import { SetUp } from "./set-up.tsx";

type Mine = Outputs["factors"]["mine"];

/** The viewer's second factors, with controls to add, name and remove them. */
export function FactorList({ mine }: { mine: Mine }) {
  const router = useRouter();
  const [wantsOne, setWantsOne] = useState(mine.factors.length === 0);
  const isAdding = wantsOne || mine.factors.length === 0;
  return (
    <div className="grid gap-5">
      {mine.factors.length > 0 && <Factors {...mine} />}
      {isAdding ? (
        <SetUp
          onDone={() => {
            setWantsOne(false);
            router.refresh();
          }}
        />
      ) : (
        <div>
          <Button onClick={() => setWantsOne(true)}>{t.setUpAnother()}</Button>
        </div>
      )}
    </div>
  );
}

function Factors({ factors, recoveryCodeCount }: Mine) {
  const router = useRouter();
  const trpc = useTRPC();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const remove = useChange(trpc.factors.remove);
  const make = useMutation(
    trpc.factors.makeRecoveryCodes.mutationOptions({ onSuccess: (made) => setCodes(made.codes) }),
  );
  const error = remove.error ?? make.error;
  return (
    <>
      <TableSheet
        caption={t.yourFactors()}
        rows={factors}
        keyOf={({ id }) => id}
        columns={[
          [
            t.name(),
            ({ id, name }) =>
              renamed === id ? <RenameForm id={id} name={name} onEnd={() => setRenamed(null)} /> : name,
          ],
          [t.kind(), ({ kind }) => t.kindName({ kind })],
          [t.since(), ({ createdAt }) => <LocalTime at={createdAt} />],
          [
            t.lastUsed(),
            ({ lastUsedAt }) => (lastUsedAt === null ? t.never() : <RelativeTime at={lastUsedAt} />),
          ],
          [
            t.renameOrRemove(),
            ({ id, name }) => (
              <span className="flex flex-wrap gap-2 md:justify-end">
                <Button small onClick={() => setRenamed(id)} aria-label={t.renameOf({ name })}>
                  {t.rename()}
                </Button>
                <Button
                  small
                  busy={remove.isPending}
                  onClick={() => remove.mutate({ id })}
                  aria-label={t.removeOf({ name })}
                >
                  {t.remove()}
                </Button>
              </span>
            ),
            actions,
          ],
        ]}
      />
      <ErrorNotice error={error} />
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            setCodes(null);
            router.refresh();
          }}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>{t.codesLeft({ count: recoveryCodeCount })}</span>
          <Button small busy={make.isPending} onClick={() => make.mutate({})}>
            {t.makeCodes()}
          </Button>
        </p>
      )}
    </>
  );
}

function RenameForm({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const { form, refusal, isBusy } = useForm(
    async () => (await factorSchemas()).renameFactorSchema,
    useSend(useTRPC().factors.rename, onEnd),
    { id },
  );
  return (
    <form {...form} className="grid gap-2 font-normal">
      <NameField example={name} error={refusal.fields.name ?? (refusal.message || undefined)} />
      <span className="flex gap-2">
        <Submit small look="act" busy={isBusy} act={t.save()} />
        <Button small onClick={onEnd}>
          {t.cancel()}
        </Button>
      </span>
    </form>
  );
}
