"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UploadKind } from "#server/schemas/uploads.ts";
import type { FormatChoices, PeopleReading } from "#server/study/reading.ts";
import { useUpload } from "./use-upload.ts";

type Question<Answer> = { readonly query: (input: { studyId: string }) => Promise<Answer> };
type Order<Input> = { readonly mutate: (input: Input) => Promise<void> };

type Decision<Choices> = { studyId: string; fileId: string; choices: Choices };

/** Procedures of a kind of file, from the vanilla client, whose types are exactly these. */
type FileProcedures<View, Choices, Check> = {
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
 * State of an uploaded file of a kind, the choices about it, and the effect of using it.
 *
 * @param after called with the file before and after a change of it or of the choices about it, to refresh what depends
 *   on it
 */
export function useWaitingFile<
  View extends FileView<Choices>,
  Choices extends { readonly format: FormatChoices },
  Check,
  Calls extends object,
>(
  place: { studyId: string; kind: UploadKind },
  calls: Calls & FileProcedures<View, Choices, Check>,
  initial: View,
  after: (before: View["file"], now: View["file"]) => Promise<void> = async () => undefined,
) {
  const { studyId, kind } = place;
  const queries = useQueryClient();
  /** The last choice, until the server has it. */
  const [typed, setTyped] = useState<Choices | null>(null);
  const key = ["uploads", kind, studyId];
  const read = useQuery({
    queryKey: [...key, "file"],
    queryFn: () => calls.read.query({ studyId }),
    initialData: initial,
  });
  const view = read.data ?? initial;
  const { file } = view;
  const checkKey = [...key, "check"];
  const check = useQuery({
    queryKey: checkKey,
    queryFn: () => calls.check.query({ studyId }),
    enabled: file !== null,
    // The last comparison stays on the page while it is computed again.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  async function reload() {
    const { data } = await read.refetch();
    if (data?.file == null) queries.removeQueries({ queryKey: checkKey });
    else await queries.invalidateQueries({ queryKey: checkKey });
    await after(file, data === undefined ? file : data.file);
  }
  const upload = useUpload(place, reload);
  // Serial, so that the last choice is the last to arrive.
  const scope = { id: key.join(" ") };
  const choose = useMutation({
    mutationFn: (input: Decision<Choices>) => calls.choose.mutate(input),
    scope,
    onSettled: reload,
  });
  const discard = useMutation({ mutationFn: () => calls.discard.mutate({ studyId }), onSettled: reload });
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
    calls,
    view,
    choices,
    change,
    upload,
    discard: () => discard.mutate(),
    isRereading: choose.isPending && formatIn(choose.variables) !== formatIn(file),
    error: choose.error ?? discard.error ?? null,
    /** null: cannot be computed yet; undefined: not loaded yet. */
    plan: file === null || check.isError ? undefined : check.data,
    /** Why the file as a whole does not fit. */
    checkError: file === null ? null : check.error,
    isChecking: choose.isPending || check.isFetching,
    reload,
  };
}

/** Returns the chosen format in a comparable form. */
function formatIn(
  decided: { readonly choices: { readonly format: FormatChoices } } | null,
): string | undefined {
  return JSON.stringify(decided?.choices.format);
}
