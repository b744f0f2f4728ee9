import { tableFormats, wordFiles } from "#server/analysis/tables/data-file.ts";
import { descriptions } from "#server/analysis/tables/description.ts";
import { dictionaryOf } from "#server/analysis/tables/dictionary.ts";
import { isFromFeatures, tablesOf } from "#server/analysis/tables/tables.ts";
import type { App } from "#server/platform/app/app.ts";
import { retentionOf } from "../people/retention.ts";
import { requireStudy, settingsOf } from "../settings.ts";
import { workbookNames } from "./workbook-data.ts";
import { zipNames } from "./zipped-data.ts";

/**
 * Lists the tables that can be downloaded of a study, and the meaning of each column.
 *
 * @param reader.hasFeatures whether the reader may download files with features; without them such files are left out
 * @throws DomainError "not-found", "study-not-ready"
 */
export async function readData(
  app: Pick<App, "store" | "now">,
  studyId: string,
  reader: { readonly hasFeatures: boolean },
) {
  const study = await app.store.read((db) => requireStudy(db, studyId));
  const settings = settingsOf(study);
  const isListed = ({ hasFeatures }: { readonly hasFeatures: boolean }) => reader.hasFeatures || !hasFeatures;
  return {
    head: { seq: study.nextSeq - 1, hash: study.headHash },
    /** Whether and when features of people are deleted. */
    retention: retentionOf(study, app.now()),
    tables: tablesOf(settings)
      .map((table) => ({
        ...dictionaryOf(table),
        files: tableFormats.map((format) => `${table.name}.${format}`),
        /** Its download requires a recent confirmation of identity. */
        hasFeatures: isFromFeatures(table),
      }))
      .filter(isListed),
    /** Descriptions of all files together. */
    descriptions: [
      ...wordFiles.map((file) => ({ file, hasFeatures: false })),
      ...descriptions.map((file) => ({ file, hasFeatures: true })),
    ].filter(isListed),
    /** The zip of all files that the reader may download. */
    zip: reader.hasFeatures ? zipNames.whole : zipNames.withoutFeatures,
    /** The Excel file of all tables that the reader may download. */
    workbook: reader.hasFeatures ? workbookNames.whole : workbookNames.withoutFeatures,
    /** Whether the reader can download all decisions with features; false in an audit, which makes no decisions. */
    hasDecisions: settings.drawAt !== null && reader.hasFeatures,
    /** Whether the reader can download the whole record. */
    hasRecord: reader.hasFeatures,
  };
}
