import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** The pages that describe the log's format, as shipped with the program; the address is the file's name. */
export const logDocuments = {
  "log-format": "The log",
  "log-format-classes": "Classes of rules",
  "log-format-learners": "Other learners",
  "log-format-guarded": "Mode guarded",
  "log-format-picks": "A number of picks",
  "log-format-audit": "Audits",
  "log-format-docket": "The docket",
  "log-format-checkpoints": "Checkpoints",
  "log-format-receipts": "Receipts",
  "log-format-state": "The learner’s state",
  data: "The data of a study",
  programs: "For programs",
  simulations: "Simulations of a study",
  verifying: "Verifying a study",
} as const;

export type LogDocument = keyof typeof logDocuments;

export function isLogDocument(name: string): name is LogDocument {
  return Object.hasOwn(logDocuments, name);
}

export function readLogDocument(name: LogDocument): Promise<string> {
  return readFile(resolve(/* turbopackIgnore: true */ process.cwd(), "docs", `${name}.md`), "utf8");
}
