import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/verifier.ts";
import { formatSize } from "#server/format.ts";
import type { GivenFile } from "./use-files.ts";

/** @param remove null while the files are being read */
export function FileRows({
  files,
  remove,
}: {
  files: readonly GivenFile[];
  remove: ((file: GivenFile) => void) | null;
}) {
  return (
    <ul aria-label={t.files()} className="w-full border-t border-hair">
      {files.map((given) => (
        <li
          key={`${given.kind}/${given.file.name}`}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hair py-2 text-sm"
        >
          <span className="min-w-0">
            <b>{t.fileKind({ kind: given.kind })}</b> <span className="break-all">{given.file.name}</span>,{" "}
            <span className="text-ink-2 tabular-nums">{formatSize(given.file.size)}</span>
          </span>
          {remove !== null && (
            <Button small onClick={() => remove(given)}>
              <X aria-hidden />
              {t.removeFile({
                name: given.file.name,
                more: (text) => <span className="sr-only">{text}</span>,
              })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
