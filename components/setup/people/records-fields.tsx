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
import { chosenColumn } from "../column-options.ts";
import { useDraft } from "../draft-context.tsx";
import { useSettings } from "../settings/use-settings.ts";
import { WordMeanings } from "./outcome-words.tsx";

type View = Outputs["drafts"]["records"]["read"];

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
  const words = choices?.outcome == null ? undefined : file?.reading.columns[choices.outcome]?.words;
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
            {words?.length === 0 && <p className="text-sm">{t.recordsTooMany()}</p>}
            {words !== undefined && (
              <WordMeanings
                column={choices}
                words={words}
                nameOf={(meaning) => t.recordsMeaning({ meaning })}
                set={change}
              />
            )}
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

type Records = NonNullable<Outputs["drafts"]["records"]["check"]>;

/**
 * Summarises a file of past records.
 *
 * @internal
 */
export function recordsSentence({ yesCount, noCount, unknownCount, leftOut, cutCount }: Records): string {
  return [
    t.recordsKnown({ count: yesCount + noCount, yes: yesCount, no: noCount }),
    ...(unknownCount > 0 ? [t.recordsUnknown({ count: unknownCount })] : []),
    ...(leftOut > 0 ? [t.recordsLeftOut({ count: leftOut })] : []),
    ...(cutCount === null ? [] : [t.recordsWeighted({ count: cutCount, most: LIMITS.recordedWeight })]),
  ].join(" ");
}
