"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FileDrop } from "#components/ui/files/file-drop.tsx";
import { tableInWords } from "#components/ui/files/format-words.ts";
import { useWaitingFile } from "#components/ui/files/use-waiting-file.ts";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/setupStart.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { RecordsChoices } from "#server/study/records.ts";
import { chosenColumn } from "../column-options.ts";
import { useDraft } from "../draft-context.tsx";
import { useSettings } from "../settings/use-settings.ts";
import { recordsSentence } from "./start-words.ts";

type View = Outputs["drafts"]["records"]["read"];
type File = NonNullable<View["file"]>;

/** Fields for past records with outcomes: a file with the columns of the people, and one more. */
export function RecordsFields() {
  const { studyId } = useDraft();
  const { data, error } = useQuery({ ...useTRPC().drafts.records.read.queryOptions({ studyId }), gcTime: 0 });
  if (error) return <ErrorNotice error={error} />;
  return data === undefined ? (
    <p className="text-sm text-ink-2">{t.loading()}</p>
  ) : (
    <RecordsUpload initial={data} />
  );
}

function RecordsUpload({ initial }: { initial: View }) {
  const { studyId } = useDraft();
  const queries = useQueryClient();
  const start = useTRPC().drafts.start.queryFilter({ studyId });
  const place = { studyId, kind: "past-records" } as const;
  const { settings, set } = useSettings();
  const { prior } = settings;
  /** Makes past records the start when they are taken, and puts the usual start back when they are removed. */
  async function follow(before: View["file"], now: View["file"]) {
    if (before === null && now !== null && prior.kind === "usual")
      set({ prior: { ...prior, kind: "records" } });
    if (before !== null && now === null && prior.kind === "records")
      set({ prior: { ...prior, kind: "usual" } });
    await queries.invalidateQueries(start);
  }
  const { view, choices, change, upload, discard, plan, error, checkError } = useWaitingFile(
    place,
    useTRPCClient().drafts.records,
    initial,
    follow,
  );
  const { file } = view;
  const columns = file?.reading.columns.map(({ name }, source) => [source, name] as const) ?? [];
  const failed = error ?? checkError;
  return (
    <div className="grid gap-3">
      <p className="max-w-measure text-sm text-ink-2">
        {t.recordsSelective()} {t.recordsNotCompared()}
      </p>
      <FileDrop
        label={t.recordsFile()}
        upload={upload}
        present={file && { name: file.name, words: tableInWords(file.reading) }}
        empty={t.recordsEmpty()}
        kept={t.recordsKept()}
      >
        {file !== null && choices !== null && (
          <>
            <Select
              label={t.recordsOutcome()}
              value={choices.outcome ?? ""}
              onChange={(event) => change({ outcome: chosenColumn(event.target.value) })}
              options={[["", t.choose()], ...columns]}
            />
            {choices.outcome !== null && <Words file={file} choices={choices} change={change} />}
            <Select
              label={t.recordsChance()}
              hint={t.recordsChanceHint({ most: LIMITS.recordedWeight })}
              value={choices.chance ?? ""}
              onChange={(event) => change({ chance: chosenColumn(event.target.value) })}
              options={[["", t.recordsNoChance()], ...columns]}
            />
            {plan && <p className="text-sm">{recordsSentence(plan)}</p>}
            <div>
              <Button look="ghost" onClick={discard}>
                {t.recordsDiscard()}
              </Button>
            </div>
          </>
        )}
      </FileDrop>
      <ErrorNotice error={failed} />
    </div>
  );
}

/** Meaning of each word of the column. */
function Words({
  file,
  choices: { outcome, yes, no },
  change,
}: {
  file: File;
  choices: RecordsChoices;
  change: (part: Partial<RecordsChoices>) => void;
}) {
  const words = outcome === null ? [] : (file.reading.columns[outcome]?.words ?? []);
  if (words.length === 0) return <p className="text-sm">{t.recordsTooMany()}</p>;
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
        <Select
          key={word}
          label={t.recordsWordMeans({ word })}
          value={yes.includes(word) ? "yes" : no.includes(word) ? "no" : ""}
          onChange={(event) => set(word, event.target.value)}
          options={[
            ["yes", t.recordsMeaning({ meaning: "yes" })],
            ["no", t.recordsMeaning({ meaning: "no" })],
            ["", t.recordsMeaning({ meaning: "none" })],
          ]}
        />
      ))}
    </div>
  );
}
