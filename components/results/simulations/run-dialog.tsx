"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/simulations.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { ErrorTable } from "./error-table.tsx";
import { type RunView, runColumnNames } from "./page-state.ts";
import { runColumns } from "./run-columns.tsx";
import { RunStatus, whyNothing } from "./run-state.tsx";
import { TakeOut } from "./take-out.tsx";

type Props = { studyId: string; run: RunView; onClose: () => void; onChanged: () => void };

/** Dialog about one run: its description, the command that repeats it elsewhere, its name, and its removal. */
export function RunDialog({ studyId, run, onClose, onChanged }: Props) {
  const why = whyNothing(run);
  return (
    <Dialog title={run.name} isOpen isWide onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid gap-3">
          <p>
            <RunStatus state={run.state} />
          </p>
          {why !== null && <p className="max-w-measure">{why}</p>}
          <RunFacts run={run} />
          <ErrorTable runs={[{ ...run, head: run.name }]} />
        </div>
        {run.state === "done" && <TakeOut studyId={studyId} id={run.id} />}
        {why !== null && <BeginAgain studyId={studyId} run={run} onClose={onClose} onBegun={onChanged} />}
        <Rename studyId={studyId} run={run} onRenamed={onChanged} />
        <Remove studyId={studyId} run={run} onClose={onClose} onRemoved={onChanged} />
      </div>
    </Dialog>
  );
}

function RunFacts({ run }: { run: RunView }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm md:grid-cols-4">
      {runColumnNames.map((name) => {
        const { value, small } = runColumns[name];
        const note = small?.(run);
        return (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-ink-3">{t.column({ column: name })}</dt>
            <dd className="break-words tabular-nums">
              {value(run)} {note && <span className="text-ink-3">({note})</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Rename({ studyId, run, onRenamed }: { studyId: string; run: RunView; onRenamed: () => void }) {
  const rename = useMutation(useTRPC().simulations.rename.mutationOptions());
  const { form, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/simulations.ts")).renameRunSchema,
    async (values) => {
      await rename.mutateAsync(values);
      onRenamed();
      return undefined;
    },
    { studyId, id: run.id },
  );
  return (
    <form {...form} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field
        label={t.name()}
        name="name"
        defaultValue={run.name}
        maxLength={120}
        autoComplete="off"
        error={refusal.fields.name ?? (refusal.message || undefined)}
      />
      <Button type="submit" busy={isBusy} className="sm:mt-6">
        {isBusy ? t.renaming() : t.rename()}
      </Button>
    </form>
  );
}

type Act = Pick<Props, "studyId" | "run" | "onClose">;

/** Button that repeats a run that produced no result, in its place. */
function BeginAgain({ studyId, run, onClose, onBegun }: Act & { onBegun: () => void }) {
  const again = useMutation(
    useTRPC().simulations.beginAgain.mutationOptions({
      onSuccess: () => {
        onClose();
        onBegun();
      },
    }),
  );
  return (
    <div className="grid gap-3">
      <ErrorNotice error={again.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="act" busy={again.isPending} onClick={() => again.mutate({ studyId, id: run.id })}>
          {t.beginAgain()}
        </Button>
        <p className="text-sm text-ink-2">{t.beginAgainNote()}</p>
      </div>
    </div>
  );
}

function Remove({ studyId, run, onClose, onRemoved }: Act & { onRemoved: () => void }) {
  const remove = useMutation(
    useTRPC().simulations.remove.mutationOptions({
      onSuccess: () => {
        onClose();
        onRemoved();
      },
    }),
  );
  if (run.state === "running") {
    return <p className="text-sm text-ink-2">{t.removeLater()}</p>;
  }
  return (
    <div className="grid gap-3">
      <ErrorNotice error={remove.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={remove.isPending} onClick={() => remove.mutate({ studyId, id: run.id })}>
          {t.remove()}
        </Button>
        <p className="text-sm text-ink-2">{t.removeNote({ minutes: runLimits.undo })}</p>
      </div>
    </div>
  );
}
