import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import * as t from "#messages/judgingParts.ts";
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
  /** The text, rendered by the server so that this page's script does not include the parser. */
  children: ReactNode;
}) {
  return (
    <Dialog title={t.guidelinesVersion({ version: guideline.version })} isOpen={isOpen} onClose={onClose}>
      <Guidelines guideline={guideline}>{children}</Guidelines>
    </Dialog>
  );
}
