import { Markdown } from "#components/guidelines/markdown.tsx";
import type { Judging } from "#server/services/rounds/read-judging.ts";
import { Dialog } from "./dialog.tsx";

type Guideline = Judging["guideline"];

export function GuidelinesDialog({
  guideline,
  isOpen,
  onClose,
}: {
  guideline: Guideline;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Guidelines, version ${guideline.version}`} isOpen={isOpen} onClose={onClose}>
      <Guidelines guideline={guideline} />
    </Dialog>
  );
}

export function Guidelines({ guideline: { purpose, body } }: { guideline: Guideline }) {
  if (purpose.trim() === "" && body.trim() === "") {
    return <p className="text-ink-2">The operator has written none. Judge by your own view.</p>;
  }
  return (
    <div className="grid gap-3">
      {purpose.trim() !== "" && <p className="text-ink-2">{purpose}</p>}
      <Markdown source={body} />
    </div>
  );
}
