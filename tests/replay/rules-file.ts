/** The list of rules that a log knows by its hash: the first part of a record (docs/log-format.md, section 8). */

import { readCanonical } from "./canonical.ts";
import { linesOf } from "./entries.ts";
import { hashOf } from "./hashes.ts";
import { Fields } from "./read.ts";
import type { Problems } from "./report.ts";
import type { Study } from "./study.ts";

export interface RulesFile {
  readonly text: string;
  /** SHA-256 of the text in UTF-8. */
  readonly hash: string;
}

/** Reads the list; null if there is none. Problems are reported under seq 0. */
export function readRulesFile(part: string, problems: Problems): RulesFile | null {
  problems.seq = 0;
  const pieces: string[] = [];
  for (const line of linesOf(part, "list of rules", problems)) {
    problems.guard(() => {
      pieces.push(new Fields(readCanonical(line), "list of rules").only(["rules"]).text("rules"));
    });
  }
  if (pieces.length === 0) return null;
  const text = pieces.join("");
  return { text, hash: hashOf(Buffer.from(text, "utf8")) };
}

/** Checks that the list exists if the last settings name one, with that hash. */
export function checkRulesFile({ settings, rulesFile, problems }: Study): void {
  if (settings === null) return;
  problems.seq = 0;
  problems.same("list of rules", settings.rules.listHash ?? "none", rulesFile?.hash ?? "none");
}
