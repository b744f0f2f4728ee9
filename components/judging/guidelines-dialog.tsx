import type { ReactNode } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import * as t from "#messages/judgingParts.ts";

export function GuidelinesDialog({
  version,
  isOpen,
  onClose,
  children,
}: {
  version: number;
  isOpen: boolean;
  onClose: () => void;
  /** The text, rendered by the server so that this page's script does not include the parser. */
  children: ReactNode;
}) {
  return (
    <Dialog title={t.guidelinesVersion({ version: version })} isOpen={isOpen} onClose={onClose}>
      {children}
    </Dialog>
  );
}
