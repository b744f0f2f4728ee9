"use client";

import { useState } from "react";
import { FileDrop } from "#components/ui/files/file-drop.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import { Select } from "#components/ui/select.tsx";
import * as files from "#messages/files.ts";
import * as t from "#messages/setupPanel.ts";
import type { SheetRows } from "#server/study/files/reading/sheet-rows.ts";

type Props = {
  studyId: string;
  /** Takes the rows as lines, with tabs between their cells. */
  take: (list: string) => void;
};

/** Reads a list from a file. Of a workbook with several sheets, one can be chosen. */
export default function ListFile({ studyId, take }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<SheetRows | null>(null);
  const upload = useUpload({ studyId, kind: "sheet" }, async (answer) => {
    if (answer === null) return;
    const rows = answer as SheetRows;
    setRead(rows);
    take(rows.rows.map(lineOf).join("\n"));
  });
  const choose = (chosen: File) => {
    setFile(chosen);
    return upload.upload(chosen);
  };
  const count = read?.rows.filter((cells) => cells.length > 0).length ?? 0;
  return (
    <FileDrop
      label={t.listFile()}
      upload={{ ...upload, upload: choose }}
      present={file && read && { name: file.name, words: t.listRows({ count }) }}
      empty={t.listFileForms()}
      kept={t.listFileNotKept()}
    >
      {file && read && read.sheets.length > 1 && (
        <Select
          label={files.sheet()}
          value={read.sheet ?? ""}
          options={read.sheets.map((name) => [name, name] as const)}
          aria-busy={upload.isBusy}
          onChange={({ target }) => void upload.upload(file, { sheet: target.value })}
        >
          {read.sheet === null && <option value="">{t.chooseSheet()}</option>}
        </Select>
      )}
    </FileDrop>
  );
}

function lineOf(cells: readonly (string | null)[]): string {
  return cells.map((cell) => (cell ?? "").replace(/\s+/g, " ")).join("\t");
}
