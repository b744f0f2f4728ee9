import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import type { Judging } from "#server/services/judging/read-judging.ts";

type Guideline = Judging["guideline"];

export function GuidelinesDialog({
  guideline,
  isOpen,
  onClose,
  children,
}: {
  guideline: Guideline;
  isOpen: boolean;
  onClose: () => void;
  /** The text, drawn by the server: the parser is no part of this page's script. */
  children: ReactNode;
}) {
  return (
    <Dialog title={`Guidelines, version ${guideline.version}`} isOpen={isOpen} onClose={onClose}>
      <Guidelines guideline={guideline}>{children}</Guidelines>
    </Dialog>
  );
}

export function Guidelines({
  guideline: { purpose, body, version, latest },
  children,
}: {
  guideline: Guideline;
  children: ReactNode;
}) {
  if (purpose.trim() === "" && body.trim() === "") {
    return <p className="text-ink-2">The operator has written none. Judge by your own view.</p>;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {latest > version && (
        <p className="border-l-4 border-edge pl-3 text-sm text-ink-2">
          This round is judged by version {version}, with which it was opened. Version {latest} holds from the
          next round on.
        </p>
      )}
      {children}
    </div>
  );
}
