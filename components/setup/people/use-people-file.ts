"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import type { Desk } from "#components/ui/files/upload-form.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import type { FormatChoices } from "#server/study/reading.ts";
import { useDraft } from "../draft-context.tsx";

/**
 * The file of a draft's people. Unlike a published study's file, what is decided about it is a part of the draft: typed,
 * saved and outdated with all the rest. So nothing is sent before that is saved, and what comes back is the whole draft.
 */
export function usePeopleFile(): Desk {
  const { studyId, draft, file, reading, flush, reload } = useDraft();
  const upload = useUpload({ studyId, kind: "people" }, reload, async () => (await flush()) !== null);
  const reread = useMutation(useTRPC().drafts.reread.mutationOptions());
  async function correct(format: FormatChoices) {
    const revision = await flush();
    if (revision === null) return;
    // Refused too: another file may have come meanwhile, and what it brought is to be seen.
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
