import { expect } from "vitest";

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

/**
 * Holds a description against the published format Croissant 1.0: what a data set, a file object, a record set and a field must
 * have, that each field names a file that there is, and that terms are those of the format's vocabularies.
 *
 * @returns its files
 */
export function readCroissant(text: string): readonly FileObject[] {
  const data = JSON.parse(text);
  const context = data["@context"];
  expect([context["@vocab"], context.cr, context.sc, context.dct]).toEqual([
    ...["https://schema.org/", "http://mlcommons.org/croissant/", "https://schema.org/"],
    "http://purl.org/dc/terms/",
  ]);
  for (const term of ["recordSet", "field", "source", "extract", "column", "fileObject"]) {
    expect(context[term]).toBe(`cr:${term}`);
  }
  expect([data["@type"], data.conformsTo]).toEqual(["sc:Dataset", "http://mlcommons.org/croissant/1.0"]);
  for (const key of ["description", "license", "name", "url", "creator", "datePublished"]) {
    expect(data[key], key).toBeTruthy();
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
      encodingFormat: expect.stringMatching(/^[a-z]+\/[a-z0-9.+-]+$/),
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
      expect(atomic).toContain(field.dataType);
      const source = field.source as { fileObject: { "@id": string }; extract: Json };
      expect(ids).toContain(source.fileObject["@id"]);
      expect(source.extract).toEqual({ column: field.name });
      all.add(String(field["@id"]));
    }
    all.add(set["@id"]);
  }
  // Names of parts are used once in the whole description.
  const parts = data.recordSet.flatMap((set: { field: unknown[] }) => [set, ...set.field]);
  expect(all.size).toBe(files.length + parts.length);
  return files;
}

/** Columns by record set, as a description has them. */
export function columnsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const sets: { name: string; field: { name: string }[] }[] = JSON.parse(text).recordSet;
  return new Map(sets.map(({ name, field }) => [name, field.map((one) => one.name)]));
}
