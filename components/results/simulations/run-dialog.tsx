"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button, Submit } from "#components/ui/button.tsx";
import { Commands } from "#components/ui/commands.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/simulations.ts";
import { formatList } from "#server/format.ts";
import { runLimits } from "#server/schemas/simulation-choices.ts";
import { ErrorTable } from "./error-table.tsx";
import { type RunView, runColumnNames } from "./page-state.ts";
import { runColumns } from "./run-columns.tsx";
import { RunStatus, whyNothing } from "./run-state.tsx";

type Props = { studyId: string; run: RunView; onClose: () => void; onChanged: () => void };

/** Dialog about one run: its description, the command that repeats it elsewhere, its name, and its removal. */
export function RunDialog(act: Props) {
  const { studyId, run, onClose, onChanged } = act;
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
        {why !== null && <BeginAgain {...act} />}
        <Rename studyId={studyId} run={run} onRenamed={onChanged} />
        <Remove {...act} />
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
      <Submit busy={isBusy} className="sm:mt-6" act={t.rename()} doing={t.renaming()} />
    </form>
  );
}

/** Button that repeats a run that produced no result, in its place. */
function BeginAgain({ studyId, run, ...done }: Props) {
  const again = useMutation(useTRPC().simulations.beginAgain.mutationOptions(closing(done)));
  return (
    <ActRow error={again.error} note={t.beginAgainNote()}>
      <Button look="act" busy={again.isPending} onClick={() => again.mutate({ studyId, id: run.id })}>
        {t.beginAgain()}
      </Button>
    </ActRow>
  );
}

function Remove({ studyId, run, ...done }: Props) {
  const remove = useMutation(useTRPC().simulations.remove.mutationOptions(closing(done)));
  if (run.state === "running") {
    return <p className="text-sm text-ink-2">{t.removeLater()}</p>;
  }
  return (
    <ActRow error={remove.error} note={t.removeNote({ minutes: runLimits.undo })}>
      <Button busy={remove.isPending} onClick={() => remove.mutate({ studyId, id: run.id })}>
        {t.remove()}
      </Button>
    </ActRow>
  );
}

function closing({ onClose, onChanged }: Pick<Props, "onClose" | "onChanged">) {
  return {
    onSuccess: () => {
      onClose();
      onChanged();
    },
  };
}

function ActRow({
  note,
  error,
  children,
}: ComponentProps<typeof ErrorNotice> & { note: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <ErrorNotice error={error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {children}
        <p className="text-sm text-ink-2">{note}</p>
      </div>
    </div>
  );
}

/** The command that repeats a run, and its files. */
function TakeOut({ studyId, id }: { studyId: string; id: string }) {
  const { data, error } = useQuery({
    ...useTRPC().simulations.takeOut.queryOptions({ studyId, id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-48 w-full" />;
  return (
    <section aria-labelledby="take-out" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="take-out">{t.takeOut()}</h3>
      <p className="max-w-measure text-sm text-ink-2">
        {t.takeOutHow()} {data.needs.length > 0 && t.takeOutNeeds({ files: formatList(data.needs) })}{" "}
        {t.takeOutWrites({ file: () => <code>{data.repeats}</code> })}
      </p>
      <Commands>{data.command}</Commands>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={data.command}>{t.copyCommand()}</CopyButton>
        {data.files.map(({ name, type, text }) => (
          <Button key={name} onClick={() => saveFile(new Blob([text], { type }), name)}>
            <Download aria-hidden /> {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
