import { createHash } from "node:crypto";
import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { pagedSource, type RecordPage, type RecordRows } from "#server/analysis/tables/base/paged-source.ts";
import { dataFile, dataFileNames } from "#server/analysis/tables/data-file.ts";
import type { Measure, StudyRecord } from "#server/analysis/tables/described.ts";

type Input = StudyRecord & {
  /** Answers each page that is posted to it with the page's rows; null ends the task. */
  readonly port: MessagePort;
};

/**
 * Generates every file of a study's data to measure it.
 *
 * @returns the measures in the order of `dataFileNames`
 * @throws Error if a page cannot be read
 * Memory: one page, and what the tables need.
 */
export async function measureFiles({ port, ...data }: Input): Promise<Measure[]> {
  const read = async (page: RecordPage) => {
    port.postMessage(page);
    const [rows] = (await once(port, "message")) as [RecordRows | null];
    if (rows === null) throw new Error("a page of the study cannot be read");
    return rows;
  };
  const source = pagedSource(read);
  const measures: Measure[] = [];
  try {
    for (const name of dataFileNames(data.settings)) {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const piece of dataFile(name, { ...data, source })?.pieces ?? []) {
        hash.update(piece);
        bytes += Buffer.byteLength(piece);
      }
      measures.push({ bytes, sha256: hash.digest("hex") });
    }
    return measures;
  } finally {
    port.close();
  }
}
