import type { ColumnType } from "./base/table.ts";
import type { DataDescription, WrittenFile } from "./described.ts";
import type { DescribedColumn, TableDictionary } from "./dictionary.ts";

/** The recommended JSON-LD context of Croissant 1.1: what each key of a description stands for. */
const croissantContext = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  dct: "http://purl.org/dc/terms/",
  rai: "http://mlcommons.org/croissant/RAI/",
  sc: "https://schema.org/",
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  description: { "@container": "@language" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  name: { "@container": "@language" },
  ...Object.fromEntries(
    [
      "annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileObject",
      "fileProperty fileSet format includes isArray isLiveDataset jsonPath key md5 parentField path readLines",
      "recordSet references regex repeated replace samplingRate sdVersion separator source subField transform",
      "unArchive value",
    ].flatMap((line) => line.split(" ").map((term) => [term, `cr:${term}`])),
  ),
} as const;

/** The specifications that a description follows. */
const conformsTo = ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"];

/** The columns whose values together are unique in a table; `groups` has none, since its columns can be empty. */
const tableKeys: Readonly<Record<string, readonly string[]>> = {
  people: ["person"],
  features: ["person"],
  rounds: ["round"],
  chances: ["round", "position"],
  decisions: ["round", "position"],
  pairs: ["round", "high", "low"],
  verdicts: ["round", "seat", "high", "low"],
  distances: ["round", "seat", "high", "low"],
  draws: ["round"],
  outcomes: ["round", "position", "version"],
  updates: ["seq"],
  guidelines: ["version"],
  seats: ["seat"],
};

/** The column of another table whose values a column has, for joins. */
const references: Readonly<Record<string, string>> = {
  round: "rounds/round",
  person: "people/person",
  high_person: "people/person",
  low_person: "people/person",
  seat: "seats/seat",
};

/** Returns what a column refers to; undefined for the study's own columns of `features`, and where it refers to nothing. */
function referenceOf(table: string, column: string): string | undefined {
  const target = Object.hasOwn(references, column) ? references[column] : undefined;
  const isOwn = table === "features" && column !== "person";
  return isOwn || target === `${table}/${column}` ? undefined : target;
}

/** How the data were collected and annotated, in the words of Croissant RAI 1.0. */
const responsibleAi = {
  "rai:dataCollection":
    "The operator imports people with their features. In each round the policy gives each person a chance of being selected; auditors compare pairs of people; a public draw selects. Every step is an entry of a hash-chained log, from which the tables are made.",
  "rai:dataCollectionMissingData":
    "Outcomes are one-sided: they are observed only for selected people. decisions/outcome says not_selected, pending or lost where there is none. pairs/not_looked_at counts the seats that gave no verdict.",
  "rai:dataAnnotationProtocol":
    "An auditor sees two people of a round with their features and chances, and says whether the difference of the chances is unfair, acceptable, or that they are not sure. Auditors judge without seeing the verdicts of others, and seal their ballots before the round closes. A pair is reported if the panel's rule is met, mostly a number of flags. The study's guidelines are in the log as hashes (table guidelines).",
  "rai:dataAnnotationPlatform": "Evenhand",
  "rai:annotationsPerItem":
    "At most one verdict of each seat of the round's panel on a pair (rounds/seats); only pairs whose chances differ by more than rounds/alpha are judged.",
  "rai:annotatorDemographics":
    "Not recorded. Annotators are seats with pseudonyms (table seats), the same in all rounds.",
  "rai:dataAnnotationAnalysis":
    "The table pairs counts the verdicts of each pair. Single verdicts, with the seat that gave them, are in verdicts.",
  "rai:dataUseCases":
    "Auditing decisions and the panel, learning from one-sided feedback with logged propensities, and learning a similarity of people from verdicts (table distances).",
  "rai:dataLimitations":
    "People who were not selected are not missing at random. Estimates need the logged chance as the propensity, and leave out decisions with an override.",
  "rai:dataBiases":
    "Verdicts are the opinions of the seats on the panel. Outcomes are known only for people whom the policy selected.",
  "rai:personalSensitiveInformation":
    "The table features has features of people under pseudonyms, and can identify them. Erased people have none.",
  "rai:dataReleaseMaintenancePlan":
    "The log only grows. Files are as of one entry, and can be made again as of that entry until a person is erased.",
} as const;

const dataTypes: Readonly<Record<ColumnType, string>> = {
  text: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  boolean: "sc:Boolean",
  time: "sc:DateTime",
};

const encodingFormats: Readonly<Record<string, string>> = {
  csv: "text/csv",
  parquet: "application/x-parquet",
  vw: "text/plain",
  npz: "application/zip",
  md: "text/markdown",
};

/**
 * Describes the files of a study's data as a Croissant 1.1 description (JSON-LD), so that tools for data sets find
 * files, columns, types, meanings and joins. Files are referenced by the names under which they are saved, so description
 * and files belong in one folder. If a table exists in two formats, the fields refer to the CSV file, which every tool
 * reads without a further package.
 */
export function croissantOf({ study, head, tables, files }: DataDescription): object {
  const fileOf = (table: string) =>
    files.find(({ name }) => name === `${table}.csv`) ??
    files.find(({ name }) => name === `${table}.parquet`);
  return {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo,
    name: `evenhand_${study.replaceAll("-", "_")}`,
    description: `Decisions about people, learned from one-sided feedback and kept individually fair by a panel: study ${study} up to entry ${head.seq} of its log, head ${head.hash}.`,
    license: "None is granted here: the operator of the study says who may use the data, and for what.",
    url: `urn:uuid:${study}`,
    creator: { "@type": "sc:Organization", name: `The operators of study ${study}` },
    datePublished: new Date(head.at).toISOString(),
    version: `1.0.${head.seq}`,
    citeAs: `Evenhand, study ${study}: log up to entry ${head.seq}, head ${head.hash}.`,
    ...responsibleAi,
    distribution: files.map(fileObjectOf),
    recordSet: tables.flatMap((table) => {
      const file = fileOf(table.name);
      return file === undefined ? [] : [recordSetOf(table, file.name)];
    }),
  };
}

function fileObjectOf({ name, savedAs, bytes, sha256 }: WrittenFile): object {
  return {
    ...{ "@type": "cr:FileObject", "@id": name, name: savedAs, contentUrl: savedAs },
    ...{ contentSize: `${bytes} B`, encodingFormat: formatOf(name), sha256 },
  };
}

function formatOf(name: string): string | undefined {
  return encodingFormats[name.split(".").at(-1) ?? ""];
}

function recordSetOf({ name, about, columns }: TableDictionary, file: string): object {
  const key = tableKeys[name]?.map((column) => ({ "@id": `${name}/${column}` }));
  return {
    ...{ "@type": "cr:RecordSet", "@id": name, name, description: about, ...(key && { key }) },
    field: columns.map((column) => fieldOf(name, column, file)),
  };
}

function fieldOf(table: string, { name, type, unit, about }: DescribedColumn, file: string): object {
  const id = `${table}/${name}`;
  const target = referenceOf(table, name);
  return {
    ...{ "@type": "cr:Field", "@id": id, name },
    description: unit === undefined ? about : `${about} Unit: ${unit}.`,
    dataType: id === "verdicts/verdict" ? [dataTypes[type], "cr:Label"] : dataTypes[type],
    ...(target && { references: { field: { "@id": target } } }),
    source: { fileObject: { "@id": file }, extract: { column: name } },
  };
}
