import { existsSync, readdirSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { type Fact, type Facts, factsIn, type Mark, markIn } from "./mark.ts";

/** How many bytes at the end of a file are read: about 400 marks. */
const tailBytes = 65_536;
const names = { marks: "marks.jsonl", facts: "facts.jsonl" } as const;
type Name = (typeof names)[keyof typeof names];

/**
 * The high-water marks of all studies, in a folder outside the database. Each study has a folder with two append-only
 * files of lines. Several servers may share it.
 */
export class Marks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lists the studies that have a mark. */
  list(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).filter((study) => existsSync(this.#path(study, names.marks)));
  }

  async read(studyId: string): Promise<Mark | null> {
    return markIn(await tailOf(this.#path(studyId, names.marks)));
  }

  async readFacts(studyId: string): Promise<Facts> {
    const path = this.#path(studyId, names.facts);
    return factsIn(existsSync(path) ? await readFile(path, "utf8") : "");
  }

  /** Appends a mark; it is on the disk when the promise resolves. */
  add(studyId: string, mark: Mark): Promise<void> {
    return this.#append(studyId, names.marks, mark);
  }

  addFact(studyId: string, fact: Fact): Promise<void> {
    return this.#append(studyId, names.facts, fact);
  }

  /** Restarts a study at a mark after a loss was accepted. The old lines stay in the same folder under another name. */
  async restart(studyId: string, mark: Mark): Promise<void> {
    await this.retire(studyId);
    await this.add(studyId, mark);
  }

  /** Reads where a study was each time that a loss of it was accepted, oldest first. */
  async readEarlier(studyId: string): Promise<Mark[]> {
    const earlier: Mark[] = [];
    for (let number = 1; number <= this.#countRestarts(studyId); number += 1) {
      const mark = markIn(await tailOf(this.#earlierPath(studyId, number)));
      if (mark !== null) earlier.push(mark);
    }
    return earlier;
  }

  #countRestarts(studyId: string): number {
    return readdirSync(join(this.#folder, studyId)).filter((name) => name.startsWith("earlier-")).length;
  }

  /** Drops a study that is lost completely; its files stay under another name. */
  async retire(studyId: string): Promise<void> {
    const number = this.#countRestarts(studyId) + 1;
    await rename(this.#path(studyId, names.marks), this.#earlierPath(studyId, number));
    await syncFolder(join(this.#folder, studyId));
  }

  async #append(studyId: string, name: Name, line: Mark | Fact): Promise<void> {
    const path = this.#path(studyId, name);
    await mkdir(join(this.#folder, studyId), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path);
    const file = await open(path, "a", 0o600);
    try {
      // The first LF ends a line that an earlier crash left incomplete.
      await file.write(`\n${JSON.stringify(line)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (!isNew) return;
    await syncFolder(join(this.#folder, studyId));
    await syncFolder(this.#folder);
  }

  #earlierPath(studyId: string, number: number): string {
    return this.#path(studyId, `earlier-${number}-${names.marks}`);
  }

  #path(studyId: string, name: string): string {
    return join(this.#folder, studyId, name);
  }
}

async function tailOf(path: string): Promise<string> {
  if (!existsSync(path)) return "";
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
