import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { type Guideline, Guidelines } from "./guidelines.tsx";

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
