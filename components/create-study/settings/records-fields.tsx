"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { FileDrop } from "#components/files/file-drop.tsx";
import { useUpload } from "#components/files/use-upload.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass, Frame } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Outputs } from "#server/api/outputs.ts";
import type { RecordsChoices } from "#server/draft/records.ts";
import { useDraft } from "../draft-context.tsx";
import { recordsSentence } from "./start-words.ts";

type View = Outputs["drafts"]["records"]["read"];
type File = NonNullable<View["file"]>;

/** Past records with how it went: a file with the columns of the people, and one more. */
export function RecordsFields() {
  const { studyId } = useDraft();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: trpc.drafts.records.read.queryKey({ studyId }) });
    await queries.invalidateQueries({ queryKey: trpc.drafts.start.queryKey({ studyId }) });
  };
  const { data, error } = useQuery({ ...trpc.drafts.records.read.queryOptions({ studyId }), retry: false });
  const upload = useUpload({ studyId, kind: "past-records" }, reload);
  const choose = useMutation(trpc.drafts.records.choose.mutationOptions({ onSettled: reload }));
  const discard = useMutation(trpc.drafts.records.discard.mutationOptions({ onSettled: reload }));
  const file = data?.file ?? null;
  const failed = error ?? choose.error ?? discard.error;
  const change = (of: File, part: Partial<RecordsChoices>) =>
    choose.mutate({ studyId, fileId: of.id, choices: { ...of.choices, ...part } });
  return (
    <div className="grid gap-3">
      <FileDrop
        label="File of past records"
        upload={upload}
        present={file}
        empty="A CSV file with the columns that the people have, by the same names, and one that says how it went. Leave that empty where nobody knows."
        kept="The file is thrown away when the study is published; what it says of each rule stays."
      >
        {file !== null && (
          <>
            <OutcomeColumn file={file} change={(outcome) => change(file, { outcome })} />
            {file.choices.outcome !== null && <Words file={file} change={(part) => change(file, part)} />}
            {data?.check && <p className="text-sm">{recordsSentence(data.check)}</p>}
            <div>
              <Button look="ghost" onClick={() => discard.mutate({ studyId })}>
                Throw the past records away
              </Button>
            </div>
          </>
        )}
      </FileDrop>
      {failed && <Notice tone="bad" live title={refusalOf(failed).message} />}
    </div>
  );
}

function OutcomeColumn({ file, change }: { file: File; change: (outcome: number | null) => void }) {
  const options = file.reading.columns.map(({ name }, source) => ({ name, source }));
  return (
    <Frame label="Column that says how it went">
      {(control) => (
        <select
          {...control}
          className={controlClass}
          value={file.choices.outcome ?? ""}
          onChange={(event) => change(event.target.value === "" ? null : Number(event.target.value))}
        >
          <option value="">Choose</option>
          {options.map(({ name, source }) => (
            <option key={source} value={source}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

const meanings = [
  { value: "yes", label: "yes" },
  { value: "no", label: "no" },
  { value: "", label: "not decided: the row is left out" },
] as const;

/** What each word of the column means. */
function Words({ file, change }: { file: File; change: (part: Partial<RecordsChoices>) => void }) {
  const { outcome, yes, no } = file.choices;
  const words = outcome === null ? [] : (file.reading.columns[outcome]?.words ?? []);
  if (words.length === 0)
    return <p className="text-sm">This column has too many different cells to be words.</p>;
  const set = (word: string, means: string) => {
    const without = (list: readonly string[]) => list.filter((each) => each !== word);
    change({
      yes: means === "yes" ? [...without(yes), word] : without(yes),
      no: means === "no" ? [...without(no), word] : without(no),
    });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {words.map(({ word }) => (
        <Frame key={word} label={`“${word}” means`}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={yes.includes(word) ? "yes" : no.includes(word) ? "no" : ""}
              onChange={(event) => set(word, event.target.value)}
            >
              {meanings.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Frame>
      ))}
    </div>
  );
}
