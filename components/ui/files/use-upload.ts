"use client";

import { useState } from "react";
import { type EndpointRefusal, refusalIn } from "#components/ui/api/answers.ts";
import * as t from "#messages/files.ts";
import * as ui from "#messages/ui.ts";
import type { UploadKind } from "#server/schemas/uploads.ts";
import { byteLimit, listByteLimit } from "#server/study/file-limits.ts";
import type { FormatChoices } from "#server/study/reading.ts";

const limitOf = (kind: UploadKind) => (kind === "rules" ? listByteLimit : byteLimit);

export type Upload = {
  readonly upload: (file: File, format?: FormatChoices) => Promise<void>;
  readonly isBusy: boolean;
  /** A refused file with the refusal, and a function that sends the same file again, to be read in another way. */
  readonly refused: {
    readonly name: string;
    readonly refusal: EndpointRefusal;
    readonly retry: ((format: FormatChoices) => Promise<void>) | null;
  } | null;
};

/**
 * Uploads a file unchanged.
 *
 * @param after  takes over the server's answer or its state afterwards; null: the file was refused
 * @param before saves what was typed on the page; false if that failed, and then nothing is sent
 */
export function useUpload(
  { studyId, kind }: { studyId: string; kind: UploadKind },
  after: (answer: unknown) => Promise<void>,
  before: () => Promise<boolean> = async () => true,
): Upload {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Upload["refused"]>(null);
  async function upload(file: File, format: FormatChoices = {}): Promise<void> {
    const { name } = file;
    const refuse = (message: string) => setRefused({ name, refusal: { message, problems: [] }, retry: null });
    setRefused(null);
    const limit = limitOf(kind);
    if (file.size > limit) return refuse(t.fileTooLong({ size: file.size, limit }));
    setBusy(true);
    try {
      if (!(await before())) return refuse(t.typedNotSaved());
      const response = await send(`/api/studies/${studyId}/uploads/${kind}`, file, format);
      // A list of rules has only one format, a workbook says its own, and an empty file has none.
      const hasChoice = kind !== "rules" && file.size > 0 && !/\.(?:xls[xm]?|ods)$/i.test(name);
      const retry = hasChoice ? (other: FormatChoices) => upload(file, other) : null;
      if (response.ok) await after(await response.json());
      else {
        setRefused({ name, refusal: await refusalIn(response), retry });
        await after(null);
      }
    } catch {
      refuse(ui.serverUnreachedUnchanged());
    } finally {
      setBusy(false);
    }
  }

  return { upload, isBusy, refused };
}

function send(path: string, file: File, format: FormatChoices): Promise<Response> {
  return fetch(path, {
    method: "POST",
    body: file,
    headers: {
      "content-type": "application/octet-stream",
      "x-file-name": encodeURIComponent(file.name),
      "x-format": JSON.stringify(format),
    },
  });
}
