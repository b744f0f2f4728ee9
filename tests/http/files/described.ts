import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";

type Reference = { readonly "@id": string };
type Join = { readonly "@id": string; readonly references?: { readonly field: Reference } };
type Json = { readonly [key: string]: unknown };
export type FileObject = {
  readonly "@id": string;
  readonly name: string;
  readonly contentUrl: string;
  readonly contentSize: string;
  readonly encodingFormat: string;
  readonly sha256: string;
};

const atomic = ["sc:Boolean", "sc:Date", "sc:DateTime", "sc:Float", "sc:Integer", "sc:Text", "sc:URL"];

/** The keys of the format's own vocabulary that a context names, by the specification 1.1 and its program. */
const ownTerms =
  "annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileObject fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path readLines recordSet references regex repeated replace samplingRate sdVersion separator source subField transform unArchive value";

/** The whole vocabulary of Croissant RAI 1.0. */
const raiTerms =
  "annotationsPerItem annotatorDemographics dataAnnotationAnalysis dataAnnotationPlatform dataAnnotationProtocol dataBiases dataCollection dataCollectionMissingData dataCollectionRawData dataCollectionTimeframe dataCollectionType dataImputationProtocol dataLimitations dataManipulationProtocol dataPreprocessingProtocol dataReleaseMaintenancePlan dataSocialImpact dataUseCases machineAnnotationTools personalSensitiveInformation";

const fileTypes = ["application/x-parquet", "application/zip", "text/csv", "text/markdown", "text/plain"];

/**
 * Checks a description against the published formats Croissant 1.1 and Croissant RAI 1.0: what a context, a data set, a file
 * object, a record set and a field must have, that each field names an existing file, that keys and references name
 * fields, and that terms are those of the formats' vocabularies.
 *
 * @returns its files
 */
export function readCroissant(text: string): readonly FileObject[] {
  const data = JSON.parse(text);
  expect(data["@context"]).toEqual({
    "@language": "en",
    "@vocab": "https://schema.org/",
    ...{ cr: "http://mlcommons.org/croissant/", rai: "http://mlcommons.org/croissant/RAI/" },
    ...{ dct: "http://purl.org/dc/terms/", sc: "https://schema.org/", conformsTo: "dct:conformsTo" },
    data: { "@id": "cr:data", "@type": "@json" },
    dataType: { "@id": "cr:dataType", "@type": "@vocab" },
    examples: { "@id": "cr:examples", "@type": "@json" },
    ...{ description: { "@container": "@language" }, name: { "@container": "@language" } },
    ...Object.fromEntries(ownTerms.split(" ").map((term) => [term, `cr:${term}`])),
  });
  expect([data["@type"], data.conformsTo]).toEqual([
    "sc:Dataset",
    ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
  ]);
  for (const key of ["description", "license", "name", "url", "creator", "datePublished", "citeAs"]) {
    expect(data[key], key).toBeTruthy();
  }
  const rai = Object.keys(data).filter((key) => key.startsWith("rai:"));
  expect(raiTerms.split(" ")).toEqual(expect.arrayContaining(rai.map((key) => key.slice("rai:".length))));
  for (const term of ["dataAnnotationProtocol", "annotationsPerItem", "annotatorDemographics"]) {
    expect(rai).toContain(`rai:${term}`);
  }
  expect(data.name).toMatch(/^[\w.-]+$/);
  expect(new Date(data.datePublished).toISOString()).toBe(data.datePublished);
  expect(data.version).toMatch(/^\d+\.\d+\.\d+$/);
  const files: FileObject[] = data.distribution;
  for (const file of files) {
    expect(file).toMatchObject({
      "@type": "cr:FileObject",
      name: expect.any(String),
      contentUrl: expect.any(String),
      contentSize: expect.stringMatching(/^\d+ B$/),
      encodingFormat: expect.toBeOneOf(fileTypes),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  }
  const ids = new Set(files.map((file) => file["@id"]));
  const all = new Set(ids);
  for (const set of data.recordSet) {
    expect([set["@type"], set.name, typeof set.description]).toEqual(["cr:RecordSet", set["@id"], "string"]);
    for (const field of set.field as readonly Json[]) {
      expect(field["@type"]).toBe("cr:Field");
      expect(field["@id"]).toBe(`${set["@id"]}/${field.name}`);
      const [type, ...labels] = [field.dataType].flat();
      expect(atomic).toContain(type);
      expect(labels).toEqual(field["@id"] === "verdicts/verdict" ? ["cr:Label"] : []);
      const source = field.source as { fileObject: { "@id": string }; extract: Json };
      expect(ids).toContain(source.fileObject["@id"]);
      expect(source.extract).toEqual({ column: field.name });
      all.add(String(field["@id"]));
    }
    all.add(set["@id"]);
  }
  const named = data.recordSet.flatMap(({ key = [], field }: { key?: Reference[]; field: Join[] }) => [
    ...key,
    ...field.flatMap(({ references }) => references?.field ?? []),
  ]);
  for (const { "@id": id } of named) expect(all).toContain(id);
  // A part's name is unique within the description.
  const parts = data.recordSet.flatMap((set: { field: unknown[] }) => [set, ...set.field]);
  expect(all.size).toBe(files.length + parts.length);
  return files;
}

/** Returns the columns of a description by record set. */
export function columnsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const sets: { name: string; field: { name: string }[] }[] = JSON.parse(text).recordSet;
  return new Map(sets.map(({ name, field }) => [name, field.map((one) => one.name)]));
}

/** Checks the tables of a folder: keys are unique, and a column with a reference has only values of the other column. */
export function expectJoins(text: string, folder: string): void {
  const sets: { name: string; key?: Reference[]; field: Join[] }[] = JSON.parse(text).recordSet;
  const rowsOf = new Map<string, Record<string, string>[]>(
    sets.map(({ name }) => [
      name,
      parse(readFileSync(join(folder, `${name}.csv`)), {
        columns: (names) => names.map((one: string) => `${name}/${one}`),
      }),
    ]),
  );
  const valuesOf = (id: string) => new Set(rowsOf.get(id.split("/")[0] ?? "")?.map((row) => row[id]));
  const joined: string[] = [];
  for (const { name, key = [], field } of sets) {
    const rows = rowsOf.get(name) ?? [];
    const keys = rows.map((row) => JSON.stringify(key.map(({ "@id": id }) => row[id])));
    if (key.length > 0) expect(new Set(keys).size, name).toBe(rows.length);
    for (const { "@id": id, references } of field) {
      if (references === undefined) continue;
      joined.push(id);
      const known = valuesOf(references.field["@id"]);
      const unknown = [...valuesOf(id)].filter((value) => !known.has(value));
      expect(unknown, id).toEqual([]);
    }
  }
  expect(joined).toEqual(expect.arrayContaining(["features/person", "pairs/high_person", "verdicts/seat"]));
}
