"use client";

import { useState } from "react";
import type { UploadKind, UploadRefusal } from "#server/api/files/uploads.ts";
import type { FormatChoices } from "#server/draft/reading.ts";

const byteLimit = 20_000_000;

export type Upload = {
  readonly upload: (file: File) => Promise<void>;
  readonly isBusy: boolean;
  /** What the server said, and the way to send the same file again, read in another way. */
  readonly refused: {
    readonly refusal: UploadRefusal;
    readonly retry: ((format: FormatChoices) => Promise<void>) | null;
  } | null;
};

/**
 * Sends a file as it is.
 *
 * @param before gives the revision of the draft it belongs to; null if it cannot be sent now
 * @param after  takes over what the server has by then
 */
export function useUpload(
  { studyId, kind }: { studyId: string; kind: UploadKind },
  after: () => Promise<void>,
  before: () => Promise<number | null> = async () => 0,
): Upload {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Upload["refused"]>(null);

  async function upload(file: File, format: FormatChoices = {}): Promise<void> {
    setRefused(null);
    if (file.size > byteLimit) {
      const found = `The file has ${file.size.toLocaleString("en-GB")} bytes, the limit is 20,000,000.`;
      const refusal = { message: `${found} Split it into several files.`, problems: [] };
      return setRefused({ refusal, retry: null });
    }
    setBusy(true);
    try {
      const revision = await before();
      if (revision === null) return;
      const refusal = await send(`/api/studies/${studyId}/${kind}`, file, revision, format);
      if (refusal !== null) setRefused({ refusal, retry: (other) => upload(file, other) });
      await after();
    } catch {
      const message = "The server could not be reached and nothing was changed. Try again.";
      setRefused({ refusal: { message, problems: [] }, retry: null });
    } finally {
      setBusy(false);
    }
  }

  return { upload: (file) => upload(file), isBusy, refused };
}

async function send(
  path: string,
  file: File,
  revision: number,
  format: FormatChoices,
): Promise<UploadRefusal | null> {
  const response = await fetch(path, {
    method: "POST",
    body: file,
    headers: {
      "content-type": "application/octet-stream",
      "x-file-name": encodeURIComponent(file.name),
      "x-format": JSON.stringify(format),
      "x-revision": String(revision),
    },
  });
  return response.ok ? null : ((await response.json()) as UploadRefusal);
}
