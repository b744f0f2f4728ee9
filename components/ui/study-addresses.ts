export type WatchTable =
  | "reports"
  | "entropy"
  | "loss"
  | "picked"
  | "rules"
  | "limits"
  | "moved"
  | "verdicts"
  | "changed"
  | "kinds"
  | "findings-reports"
  | "findings-fields"
  | "findings-agreement"
  | "findings-seats"
  | "findings-reliability"
  | "findings-needed"
  | "findings-disagreements";

/** Addresses of the pages and files of a study. */
export const watchAddress = (studyId: string) => `/studies/${studyId}/watch`;
export const tableAddress = (studyId: string, table: WatchTable) => `/api/studies/${studyId}/watch/${table}`;
export const entryAddress = (studyId: string, seq: number) => `/studies/${studyId}/watch/entries/${seq}`;
export const roundAddress = (studyId: string, round: number) => `/studies/${studyId}/rounds/${round}`;
export const dataAddress = (studyId: string) => `/studies/${studyId}/data`;
/** Address of a file as of one log entry, so that files downloaded one after another are consistent. */
export const dataFileAddress = (studyId: string, name: string, seq: number) =>
  `/api/studies/${studyId}/data/${name}?upTo=${seq}`;
export const findingsAddress = (studyId: string) => `/studies/${studyId}/findings`;
export const runsAddress = (studyId: string) => `/studies/${studyId}/runs`;
export const whatIfAddress = (studyId: string) => `/studies/${studyId}/what-if`;
