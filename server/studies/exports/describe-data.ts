import { createHash } from "node:crypto";
import { type DataFile, dataFile, dataFileNames, type StudyData } from "#server/analysis/tables/data-file.ts";
import type { DataDescription, WrittenFile } from "#server/analysis/tables/described.ts";
import { descriptionOf, descriptions } from "#server/analysis/tables/description.ts";
import { processCache } from "#server/platform/process/process-wide.ts";

type Described = StudyData & Pick<DataDescription, "head"> & { readonly savedAs: (name: string) => string };
type Measure = Pick<WrittenFile, "bytes" | "sha256">;

/** Cache size, enough for some dozens of studies with all their files. An entry takes some hundred bytes. */
const keptMeasures = 2_000;

/**
 * Returns a description of all files of a study's data, with their sizes and hashes. Each file is generated once to be
 * measured, so this takes as long as all downloads together. Measurements are cached for the life of the process, since
 * a file is the same bytes each time for the same entry of a log.
 *
 * The hash of a file with features can confirm a guess at them, so access to the description requires access to
 * features.
 *
 * @param name one of `descriptions`
 * @returns undefined if there is no such description
 */
export function describedData(name: string, data: Described): DataFile | undefined {
  const description = descriptions.find((one) => one === name);
  if (description === undefined) return undefined;
  const names = dataFileNames(data.settings);
  const pieces = async function* (): AsyncGenerator<string> {
    const files: WrittenFile[] = [];
    const add = (file: string, measure: Measure) =>
      files.push({ name: file, savedAs: data.savedAs(file), ...measure });
    for (const file of names) {
      const key = `${data.study}/${data.head.hash}/${file}`;
      add(file, await measured(key, () => dataFile(file, data)?.pieces ?? []));
    }
    for (const one of descriptions) {
      const text = descriptionOf(one, data, files);
      if (one === description) {
        yield text;
        return;
      }
      add(one, await measureOf([text]));
    }
  };
  return { contentType: "application/json; charset=utf-8", hasFeatures: true, pieces: pieces() };
}

/** Measures a file. Simultaneous requests share one measurement. */
function measured(key: string, make: () => Pieces): Promise<Measure> {
  const measures = processCache<Promise<Measure>>("measured-files", { max: keptMeasures });
  const known = measures.get(key);
  if (known !== undefined) return known;
  const measure = measureOf(make());
  measures.set(key, measure);
  measure.catch(() => measures.delete(key));
  return measure;
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

async function measureOf(pieces: Pieces): Promise<Measure> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += Buffer.byteLength(piece);
  }
  return { bytes, sha256: hash.digest("hex") };
}
