import { Button } from "#components/ui/button.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/controls.ts";

/** Milliseconds between two requests for the progress. */
export const pollMs = 700;

/** Button that starts a rehearsal; while it runs, its progress and a button to cancel it. */
export function RunControls({
  progress,
  label,
  canBegin,
  isBusy,
  begin,
  cancel,
}: {
  progress: { readonly done: number; readonly total: number } | null;
  /** Label of the start button. */
  label: string;
  canBegin: boolean;
  isBusy: boolean;
  begin: () => void;
  cancel: () => void;
}) {
  if (progress !== null) return <RunProgress {...{ progress, isBusy, cancel }} />;
  return (
    <div>
      <Button look="act" disabled={!canBegin || isBusy} onClick={begin}>
        {label}
      </Button>
    </div>
  );
}

/** Progress of a simulation, with a button that cancels it. */
export function RunProgress({
  name,
  progress,
  isBusy,
  cancel,
}: {
  name?: string;
  progress: { readonly done: number; readonly total: number };
  isBusy: boolean;
  cancel: () => void;
}) {
  return (
    <Sheet ruled>
      <SheetBody className="grid gap-3">
        {name && <h3>{name}</h3>}
        <ProgressBar {...progress} what={t.roundsPlayed()} />
        <div>
          <Button disabled={isBusy} onClick={cancel}>
            {t.cancel()}
          </Button>
        </div>
      </SheetBody>
    </Sheet>
  );
}
