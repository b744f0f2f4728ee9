"use client";

import { useState } from "react";
import { type FileKind, fileKindOf, tellingCharacters } from "#server/verifier/file-kinds.ts";

export type GivenFile = { readonly kind: FileKind; readonly file: File };

/** State of the files to verify: one record, and any number of receipts and checkpoints. */
export function useFiles() {
  const [files, setFiles] = useState<readonly GivenFile[]>([]);

  async function add(some: readonly File[]): Promise<void> {
    const read = await Promise.all(some.map(withKind));
    setFiles((before) => read.reduce(withFile, before));
  }

  function remove(gone: GivenFile): void {
    setFiles((before) => before.filter((one) => one !== gone));
  }

  return { files, add, remove };
}

async function withKind(file: File): Promise<GivenFile> {
  const beginning = await file
    .slice(0, tellingCharacters)
    .text()
    .catch(() => "");
  return { kind: fileKindOf(beginning), file };
}

/** Adds a file. It replaces an earlier copy of the same file; a record replaces the earlier record. */
function withFile(files: readonly GivenFile[], given: GivenFile): readonly GivenFile[] {
  const isSame = ({ kind, file }: GivenFile) =>
    kind === given.kind && (kind === "record" || file.name === given.file.name);
  return [...files.filter((one) => !isSame(one)), given];
}

export function filesOf(files: readonly GivenFile[], kind: FileKind): File[] {
  return files.filter((one) => one.kind === kind).map(({ file }) => file);
}
