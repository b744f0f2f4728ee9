"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UploadKind } from "#server/schemas/uploads.ts";
import type { FormatChoices, PeopleReading } from "#server/study/reading.ts";
import { useUpload } from "./use-upload.ts";

type Question<Answer> = { readonly query: (input: { studyId: string }) => Promise<Answer> };
type Order<Input> = { readonly mutate: (input: Input) => Promise<void> };

type Decision<Choices> = { studyId: string; fileId: string; choices: Choices };

/** What can be asked about a kind of file: its procedures, from the plain client, whose types say just this. */
type FileDoor<View, Choices, Check> = {
  readonly read: Question<View>;
  readonly check: Question<Check | null>;
  readonly choose: Order<Decision<Choices>>;
  readonly discard: Order<{ studyId: string }>;
};

type FileView<Choices> = {
  readonly file: {
    readonly id: string;
    readonly name: string;
    readonly reading: PeopleReading;
    readonly choices: Choices;
  } | null;
};

/**
 * The file of a kind that waits in a study, what was decided about it, and what using it would do.
 *
 * @param after what else rests on the file, once it or what was decided about it has changed
 */
export function useWaitingFile<
  View extends FileView<Choices>,
  Choices extends { readonly format: FormatChoices },
  Check,
  Door extends object,
>(
  place: { studyId: string; kind: UploadKind },
  door: Door & FileDoor<View, Choices, Check>,
  initial: View,
  after: () => Promise<void> = async () => undefined,
) {
  const { studyId, kind } = place;
  const queries = useQueryClient();
  /** What was chosen last, until the server has it. */
  const [typed, setTyped] = useState<Choices | null>(null);
  const key = ["uploads", kind, studyId];
  const read = useQuery({
    queryKey: [...key, "file"],
    queryFn: () => door.read.query({ studyId }),
    initialData: initial,
  });
  const view = read.data ?? initial;
  const { file } = view;
  const checkKey = [...key, "check"];
  const check = useQuery({
    queryKey: checkKey,
    queryFn: () => door.check.query({ studyId }),
    enabled: file !== null,
    // What was compared last stays on the page while it is worked out anew.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  async function reload() {
    const { data } = await read.refetch();
    if (data?.file == null) queries.removeQueries({ queryKey: checkKey });
    else await queries.invalidateQueries({ queryKey: checkKey });
    await after();
  }
  const upload = useUpload(place, reload);
  // One after another: the last choice must be the last to arrive.
  const scope = { id: key.join(" ") };
  const choose = useMutation({
    mutationFn: (input: Decision<Choices>) => door.choose.mutate(input),
    scope,
    onSettled: reload,
  });
  const discard = useMutation({ mutationFn: () => door.discard.mutate({ studyId }), onSettled: reload });
  const choices = file === null ? null : (typed ?? file.choices);
  function change(part: Partial<Choices>) {
    if (file === null || choices === null) return;
    const next = { ...choices, ...part };
    setTyped(next);
    const forget = () => setTyped((newest) => (newest === next ? null : newest));
    choose.mutateAsync({ studyId, fileId: file.id, choices: next }).then(forget, forget);
  }
  return {
    place,
    door,
    view,
    choices,
    change,
    upload,
    discard: () => discard.mutate(),
    isRereading: choose.isPending && formatIn(choose.variables) !== formatIn(file),
    error: choose.error ?? discard.error ?? null,
    /** null: it cannot be said yet; undefined: it is not known yet. */
    plan: file === null || check.isError ? undefined : check.data,
    /** Why the file as a whole does not fit. */
    checkError: file === null ? null : check.error,
    isChecking: choose.isPending || check.isFetching,
    reload,
  };
}

/** How a file is said to be written, to be compared. */
function formatIn(
  decided: { readonly choices: { readonly format: FormatChoices } } | null,
): string | undefined {
  return JSON.stringify(decided?.choices.format);
}
