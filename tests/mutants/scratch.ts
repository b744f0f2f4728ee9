import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

/** A copy of the checkout as it is now, uncommitted changes included, in which files may be changed for a while. */
export class Scratch {
  readonly folder: string;
  /** Where the tests of this copy leave what they leave. */
  readonly temporary: string;
  readonly #originals = new Map<string, string>();

  /**
   * The packages are a link to the checkout's: hard links would let a program that rewrites one of their files reach every
   * checkout that shares it.
   */
  static async make(): Promise<Scratch> {
    const scratch = new Scratch(await mkdtemp(join(tmpdir(), "evenhand-mutants-")));
    const ignored = (await readFile(".gitignore", "utf8")).split("\n").map((line) => line.replace(/\/$/, ""));
    const isWanted = (path: string) => basename(path) !== ".git" && !ignored.includes(basename(path));
    await cp(".", scratch.folder, { recursive: true, filter: isWanted });
    await symlink(resolve("node_modules"), join(scratch.folder, "node_modules"));
    await mkdir(scratch.temporary);
    return scratch;
  }

  constructor(folder: string) {
    this.folder = folder;
    this.temporary = join(folder, "tmp");
  }

  async change(file: string, changed: (original: string) => string): Promise<void> {
    const path = join(this.folder, file);
    const original = this.#originals.get(file) ?? (await readFile(path, "utf8"));
    this.#originals.set(file, original);
    await writeFile(path, changed(original));
  }

  /** Puts every changed file back. */
  async restore(): Promise<void> {
    for (const [file, original] of this.#originals) await writeFile(join(this.folder, file), original);
    this.#originals.clear();
  }

  async clearTemporary(): Promise<void> {
    await rm(this.temporary, { recursive: true, force: true, maxRetries: 5 });
    await mkdir(this.temporary);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
