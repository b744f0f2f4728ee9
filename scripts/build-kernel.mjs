import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = "server/learner/numeric/kernels/assembly/rules.ts";
const folder = `${root}.build/`;
const options = [
  "-O3",
  "--converge",
  "--noAssert",
  "--runtime",
  "stub",
  "--enable",
  "simd",
  "--initialMemory",
  "48",
];

/**
 * Compiles the AssemblyScript kernel to .build/kernel.wasm, unless the source is unchanged. Where the compiler is not
 * installed, nothing is built, and every program uses the kernel of typed arrays instead, which gives the same bits.
 */
export async function buildKernel() {
  const text = readFileSync(root + source, "utf8");
  const stamp = createHash("sha256")
    .update(JSON.stringify([text, options]))
    .digest("hex");
  if (current("kernel.stamp") === stamp && current("kernel.wasm") !== undefined) return;
  const compiler = await import("assemblyscript/asc").catch(() => undefined);
  if (compiler === undefined) return;
  mkdirSync(folder, { recursive: true });
  replace("kernel.wasm", await compiled(compiler, text));
  replace("kernel.stamp", stamp);
}

async function compiled({ main }, text) {
  let wasm;
  const { error, stderr } = await main([source, "--outFile", "kernel.wasm", ...options], {
    readFile: (name) => (name === source ? text : null),
    writeFile: (_name, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error === null) return wasm;
  throw new Error(`${source} could not be compiled: ${stderr.toString()}`, { cause: error });
}

// Replaced in one step, because a server or another test run may be reading it.
function replace(name, contents) {
  writeFileSync(`${folder}${name}.${process.pid}`, contents);
  renameSync(`${folder}${name}.${process.pid}`, folder + name);
}

function current(name) {
  try {
    return readFileSync(folder + name, "utf8");
  } catch {
    return undefined;
  }
}
