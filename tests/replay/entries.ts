/** Lines, entries and the chain (docs/log-format.md, section 1). */

import { readCanonical } from "./canonical.ts";
import { entryHash } from "./hashes.ts";
import { Fields } from "./read.ts";
import type { Problems } from "./report.ts";

export interface Entry {
  readonly seq: number;
  readonly study: string;
  /** The hash of its line. */
  readonly hash: string;
  /** The hash of the previous entry. */
  readonly prev: string;
  /** UTC milliseconds. */
  readonly at: number;
  /** `at` of the previous entry. */
  readonly previousAt: number;
  readonly type: string;
  readonly body: Fields;
}

/** The lines of a file; each must end with LF, none may be empty. */
export function linesOf(text: string, file: string, problems: Problems): string[] {
  const lines = text.split("\n");
  const rest = lines.pop();
  if (rest !== undefined && rest !== "") {
    problems.note(`${file}: end`, "an LF after the last line", rest);
    lines.push(rest);
  }
  return lines;
}

/** Yields every readable entry after checking its place in the chain. Stops at an unknown `v`. */
export function* readEntries(text: string, problems: Problems): Generator<Entry> {
  let before = { seq: 0, hash: "0".repeat(64), at: 0, study: "" };
  for (const line of linesOf(text, "log", problems)) {
    problems.seq = before.seq + 1;
    const hash = entryHash(line);
    let entry: Entry | null = null;
    const last = before;
    before = { ...last, seq: last.seq + 1, hash };
    problems.guard(() => {
      const fields = new Fields(readCanonical(line), "entry");
      problems.stopped = fields.get("v") !== 1;
      if (problems.stopped) problems.note("format version, stopped here", 1, fields.get("v"));
      fields.only(["v", "study", "seq", "prev", "at", "type", "body"]);
      const seq = fields.whole("seq", 1);
      problems.same("sequence", last.seq + 1, seq);
      problems.seq = seq;
      problems.same("hash of the entry before", last.hash, fields.text("prev"));
      const at = fields.whole("at");
      problems.require(at >= last.at, "time of the entry", `${last.at} or later`, at);
      const study = fields.text("study");
      if (last.study !== "") problems.same("study", last.study, study);
      before = { seq, hash, at, study: last.study === "" ? study : last.study };
      entry = {
        ...{ seq, study, hash, prev: last.hash, at, previousAt: last.at },
        ...{ type: fields.text("type"), body: fields.object("body") },
      };
    });
    if (problems.stopped) return;
    if (entry !== null) yield entry;
  }
}
