import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { formatSize } from "#server/format.ts";
import type { FileKind } from "#server/verifier/file-kinds.ts";
import type { GivenFile } from "./use-files.ts";

const kinds: Readonly<Record<FileKind, string>> = {
  record: "Record",
  receipt: "Receipt",
  checkpoint: "Checkpoint",
};

/** @param remove null while the files are being read */
export function FileRows({
  files,
  remove,
}: {
  files: readonly GivenFile[];
  remove: ((file: GivenFile) => void) | null;
}) {
  return (
    <ul aria-label="Files" className="w-full border-t border-hair">
      {files.map((given) => (
        <li
          key={`${given.kind}/${given.file.name}`}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hair py-2 text-sm"
        >
          <span className="min-w-0">
            <b>{kinds[given.kind]}</b> <span className="break-all">{given.file.name}</span>,{" "}
            <span className="text-ink-2 tabular-nums">{formatSize(given.file.size)}</span>
          </span>
          {remove !== null && (
            <Button small onClick={() => remove(given)}>
              <X aria-hidden />
              Remove<span className="sr-only"> {given.file.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
