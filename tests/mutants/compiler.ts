import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { Refusal } from "../../scripts/lib/refusal.mjs";

const bin = resolve("node_modules/.bin");

/** Checks the types of a copy of the checkout, as `npm test` does. */
export class Compiler {
  readonly #folder: string;

  /** @throws Refusal if the types are wrong as the copy is now */
  static async start(folder: string): Promise<Compiler> {
    const compiler = new Compiler(folder);
    // The types of the routes are made, and no part of the checkout.
    await compiler.#run("next", ["typegen"]);
    if (await compiler.refuses())
      throw new Refusal("The checkout has errors of type: `npm test -- types` names them.");
    return compiler;
  }

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether it finds an error in the copy as it is now; about two seconds, since it remembers what did not change. */
  async refuses(): Promise<boolean> {
    return (await this.#run("tsc", ["--noEmit"])) !== 0;
  }

  #run(program: string, args: readonly string[]): Promise<number> {
    const { promise, resolve: answer, reject } = Promise.withResolvers<number>();
    execFile(resolve(bin, program), args, { cwd: this.#folder }, (error) => {
      if (error && typeof error.code !== "number") reject(error);
      else answer(Number(error?.code ?? 0));
    });
    return promise;
  }
}
