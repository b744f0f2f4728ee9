import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { answerClient, pipInstall } from "#server/http/clients.ts";
import { findPython } from "#tests/setup/python.ts";
import { makeWheel } from "../../scripts/build-wheel.mjs";

const folder = mkdtempSync(join(tmpdir(), "evenhand-wheel-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { name, bytes } = makeWheel();

it("is given under a name with its hash, and nothing else is", async () => {
  const answer = answerClient(name);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(bytes));
  expect(name).toMatch(/^evenhand-\d+\.\d+\.\d+\+h[0-9a-f]{12}-py3-none-any\.whl$/);
  expect(pipInstall()).toMatch(/^pip install https?:\/\/[^ ]+\/clients\/evenhand-[^ ]+\.whl$/);
  for (const other of ["", "evenhand.whl", "../package.json", "__proto__"])
    expect(answerClient(other).status).toBe(404);
});

it("has the same bytes in another time zone", () => {
  const script = `import { makeWheel } from "./scripts/build-wheel.mjs"; process.stdout.write(makeWheel().bytes);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TZ: "Pacific/Auckland" },
    maxBuffer: 1 << 24,
  });
  expect(stdout.equals(Buffer.from(bytes))).toBe(true);
});

/** Prints where Python keeps the pip that it puts into new environments. */
const bundledPip = `import ensurepip, glob, os
folder = getattr(ensurepip, "_WHEEL_PKG_DIR", None) or os.path.join(os.path.dirname(ensurepip.__file__), "_bundled")
print(glob.glob(os.path.join(folder, "pip-*.whl"))[0])`;

it("is installed by Python's bundled pip without a network, and its program runs", () => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const run = (program: string, ...args: string[]) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PIP_ROOT_USER_ACTION: "ignore" };
    const ran = spawnSync(program, args, { encoding: "utf8", env });
    expect([ran.status, ran.stderr], program).toEqual([0, ""]);
    return ran.stdout.trim();
  };
  const venv = join(folder, "venv");
  const python = join(venv, "bin/python");
  run(findPython(), "-m", "venv", "--without-pip", venv);
  const pip = `${run(python, "-c", bundledPip)}/pip`;
  run(python, pip, "install", "--no-index", "--no-deps", "--no-compile", path);
  expect(run(join(venv, "bin/evenhand"), "verify", "--help")).toContain("--checkpoint");
  const version = `from importlib.metadata import version; import evenhand; print(version("evenhand"))`;
  expect(name).toContain(`-${run(python, "-c", version)}-`);
});
