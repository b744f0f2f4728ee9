import { createHash } from "node:crypto";
import { MessageChannel } from "node:worker_threads";
import type { RecordPage, RecordRows } from "#server/analysis/tables/base/paged-source.ts";
import { type DataFile, dataFileNames } from "#server/analysis/tables/data-file.ts";
import type { Measure, StudyRecord, WrittenFile } from "#server/analysis/tables/described.ts";
import { descriptionOf, descriptions } from "#server/analysis/tables/description.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";

type Described = StudyRecord & {
  readonly readPage: (page: RecordPage) => Promise<RecordRows>;
  readonly savedAs: (name: string) => string;
};

/** Entries of logs whose files' measures are kept. Each takes some kilobytes. */
const keptMeasures = 200;

/**
 * Returns a description of all files of a study's data, with their sizes and hashes. A worker generates each file once
 * to measure it, which takes as long as all downloads together. Measures are cached for the life of the process, since
 * a file is the same bytes each time for the same entry of a log.
 *
 * The hash of a file with features can confirm a guess at them, so access to the description requires access to
 * features.
 *
 * @param name one of `descriptions`
 * @returns undefined if there is no such description
 */
export function describedData(app: Pick<App, "pool">, name: string, data: Described): DataFile | undefined {
  const description = descriptions.find((one) => one === name);
  if (description === undefined) return undefined;
  const pieces = async function* (): AsyncGenerator<string> {
    const measures = await measured(app, data);
    const files: WrittenFile[] = dataFileNames(data.settings).flatMap((file, index) => {
      const measure = measures[index];
      return measure === undefined ? [] : [{ name: file, savedAs: data.savedAs(file), ...measure }];
    });
    for (const one of descriptions) {
      const text = descriptionOf(one, data, files);
      if (one === description) {
        yield text;
        return;
      }
      const sha256 = createHash("sha256").update(text).digest("hex");
      files.push({ name: one, savedAs: data.savedAs(one), bytes: Buffer.byteLength(text), sha256 });
    }
  };
  return { contentType: "application/json; charset=utf-8", hasFeatures: true, pieces: pieces() };
}

/** Measures all files. Simultaneous requests share one measurement. */
function measured(app: Pick<App, "pool">, data: Described): Promise<readonly Measure[]> {
  const known = processCache<Promise<readonly Measure[]>>("measured-files", { max: keptMeasures });
  const key = `${data.study}/${data.head.hash}`;
  return madeOnce(known, key, () => measureInWorker(app, data));
}

/** @throws as `readPage` */
async function measureInWorker(
  { pool }: Pick<App, "pool">,
  { study, settings, head, readPage }: Described,
): Promise<readonly Measure[]> {
  const { port1, port2 } = new MessageChannel();
  let failure: unknown;
  port1.on("message", async (page: RecordPage) => {
    const rows = await readPage(page).catch((error: unknown) => {
      failure = error;
      return null;
    });
    port1.postMessage(rows);
  });
  try {
    return await pool.run("measureFiles", { study, settings, head, port: port2 });
  } catch (error) {
    throw failure ?? error;
  } finally {
    port1.close();
  }
}
