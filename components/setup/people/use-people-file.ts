"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import type { UploadFormState } from "#components/ui/files/upload-form.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import type { FormatChoices } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";

/**
 * State of the file of a draft's people. Unlike the choices about a published study's file, the choices here are part
 * of the draft and are saved and versioned with it. So the draft is saved before anything is sent, and the answer is
 * the whole draft.
 */
export function usePeopleFile(): UploadFormState {
  const { studyId, draft, file, reading, flush, reload } = useDraft();
  const upload = useUpload({ studyId, kind: "people" }, reload, async () => (await flush()) !== null);
  const reread = useMutation(useTRPC().drafts.reread.mutationOptions());
  async function correct(format: FormatChoices) {
    const revision = await flush();
    if (revision === null) return;
    // Reload after an error too: another file may have been uploaded meanwhile, and it must be shown.
    await reread.mutateAsync({ studyId, revision, format }).then(reload, reload);
  }
  return {
    upload,
    view: { file: file && reading && { name: file.name, reading } },
    choices: draft.people,
    change: ({ format }) => void correct(format),
    isRereading: reread.isPending,
    error: reread.error,
  };
}
