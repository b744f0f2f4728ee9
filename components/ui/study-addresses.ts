import type { ResultsTable } from "#server/results/tables/export-table.ts";

/** Addresses of the pages and files of a study. */
export const policyAddress = (studyId: string) => `/studies/${studyId}/results/policy`;
export const tableAddress = (studyId: string, table: ResultsTable) =>
  `/api/studies/${studyId}/data/${table}.csv`;
export const entryAddress = (studyId: string, seq: number) => `/studies/${studyId}/data/entries/${seq}`;
export const roundAddress = (studyId: string, round: number) => `/studies/${studyId}/rounds/${round}`;
export const judgingAddress = (studyId: string, round: number) => `/studies/${studyId}/judging/${round}`;
/** Address of the manifest with which a browser installs the auditor's rounds. */
export const manifestAddress = (studyId: string) => `/offline/app.webmanifest?study=${studyId}`;
export const resultAddress = (studyId: string, round: number) => `/studies/${studyId}/results/${round}`;
export const receiptAddress = (studyId: string, round: number) => `/studies/${studyId}/receipts/${round}`;
export const dataAddress = (studyId: string) => `/studies/${studyId}/data`;
/** Address of a file as of one log entry, so that files downloaded one after another are consistent. */
export const dataFileAddress = (studyId: string, name: string, seq: number) =>
  `/api/studies/${studyId}/data/${name}?upTo=${seq}`;
export const panelResultsAddress = (studyId: string) => `/studies/${studyId}/results/panel`;
export const simulationsAddress = (studyId: string) => `/studies/${studyId}/results/simulations`;
export const whatIfAddress = (studyId: string) => `/studies/${studyId}/results/what-if`;
