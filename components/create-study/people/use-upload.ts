"use client";

import { useState } from "react";
import type { UploadRefusal } from "#server/api/people-file.ts";
import { useDraft } from "../draft-context.tsx";

const byteLimit = 20_000_000;

/** Sends a file as it is and takes over what the server found in it. */
export function useUpload() {
  const { studyId, flush, reload } = useDraft();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<UploadRefusal | null>(null);

  async function upload(file: File): Promise<void> {
    setRefusal(null);
    if (file.size > byteLimit) {
      return setRefusal({
        message: `The file has ${file.size.toLocaleString("en-GB")} bytes, the limit is 20,000,000. Split it into several files.`,
        problems: [],
      });
    }
    setBusy(true);
    try {
      const revision = await flush();
      if (revision === null) return;
      setRefusal(await send(studyId, file, revision));
      await reload();
    } catch {
      setRefusal({
        message: "The server could not be reached and nothing was changed. Try again.",
        problems: [],
      });
    } finally {
      setBusy(false);
    }
  }

  return { upload, isBusy, refusal };
}

async function send(studyId: string, file: File, revision: number): Promise<UploadRefusal | null> {
  const response = await fetch(`/api/studies/${studyId}/people-file`, {
    method: "POST",
    body: file,
    headers: {
      "content-type": "application/octet-stream",
      "x-file-name": encodeURIComponent(file.name),
      "x-revision": String(revision),
    },
  });
  return response.ok ? null : ((await response.json()) as UploadRefusal);
}
