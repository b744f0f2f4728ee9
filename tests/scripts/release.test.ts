import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { isSent } from "#tests/architecture/ship.ts";
import { testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { playRound } from "#tests/setup/play.ts";
import { isFullRun } from "#tests/setup/tier.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { launcher } from "../../scripts/lib/release-folder.mjs";

const run = promisify(execFile);
const bare = { PATH: "/usr/bin:/bin", NODE_ENV: "production" as const };
const scratch = mkdtempSync(join(tmpdir(), "evenhand-release-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the launcher", () => {
  const folder = join(scratch, "Jürgen Müller", "even hand");
  const evenhand = join(folder, "evenhand");
  beforeAll(() => {
    mkdirSync(join(folder, "server/cli"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "node"));
    writeFileSync(evenhand, launcher("node"), { mode: 0o755 });
    writeFileSync(
      join(folder, "server/cli/verify.ts"),
      "console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env.INIT_CWD])); process.exitCode = 3;",
    );
  });

  it.each([
    ["by its path", evenhand],
    ["by a link", join(scratch, "link")],
  ])(
    "runs a program in its own folder and passes on the folder where it was called, %s",
    async (_how, path) => {
      if (path !== evenhand) symlinkSync(evenhand, path);
      const typed = run(path, ["verify", "a b", "--budget=1"], {
        cwd: scratch,
        env: bare,
      });
      const { stdout, code } = await typed.catch((error) => error);
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toEqual([["a b", "--budget=1"], folder, scratch]);
    },
  );

  it.each([[[]], [["worker"]], [["../../etc"]]])("lists its commands instead of running %j", async (args) => {
    await expect(run(evenhand, args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("usage: evenhand COMMAND"),
    });
  });
});

/** Writes a record as a researcher downloads it, of a study with one closed round. */
async function writeRecord(file: string): Promise<void> {
  const engine = sqliteEngine();
  const app = testApp(await engine.openStore());
  const study = await listedStudy(app);
  await playRound(app, study, [() => true, () => true, () => false]);
  const { lines } = await exportRecord(app, study.studyId);
  writeFileSync(file, (await Array.fromAsync(lines)).join(""));
  await app.close();
  await engine.cleanUp();
}

/**
 * Makes a release as the Dockerfile does, from the files in a container's build context. Installed packages and the build are
 * this checkout's. The tests use only the unpacked release, in another folder and with an empty environment.
 */
function describeArchive(): void {
  const sent = join(scratch, "sent");
  const output = join(sent, ".build/release");
  const elsewhere = join(scratch, "Jürgen Müller", "un packed");
  const data = join(scratch, "data");
  const settings = { ...bare, EVENHAND_DATA: data, EVENHAND_BACKUP_FOLDER: join(scratch, "backups") };
  const record = join(scratch, "record.jsonl");
  let archive = "";
  let folder = "";
  let server: ChildProcess | undefined;

  const evenhand = (...args: string[]) =>
    run(join(folder, "evenhand"), args, { cwd: scratch, env: settings })
      .then(({ stdout }) => ({ code: 0, stdout }))
      .catch(({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }));
  const filesIn = () => globSync("**", { cwd: folder, withFileTypes: true }).filter((file) => file.isFile());

  beforeAll(async () => {
    const copy = (path: string, filter: (path: string) => boolean) =>
      cpSync(path, join(sent, path), { recursive: true, verbatimSymlinks: true, filter });
    for (const path of globSync(["*", ".npmrc", ".env.example"]).filter(isSent)) copy(path, isSent);
    copy(".next", (path) => !path.startsWith(".next/cache"));
    copy(".build", (path) => !path.startsWith(".build/release"));
    symlinkSync(join(process.cwd(), "node_modules"), join(sent, "node_modules"));
    const { stdout } = await run(process.execPath, ["scripts/run.mjs", "release"], { cwd: sent });
    expect(stdout, "what was sent is whole, so nothing is built").not.toContain("Building");
    expect(stdout).toMatch(/^Unpacked and started in an empty folder: first answer after [\d.]+ s\.$/m);
    archive = globSync("*.tar.gz", { cwd: output })[0] ?? "";
    mkdirSync(elsewhere, { recursive: true });
    await run("tar", ["-xzf", join(output, archive), "-C", elsewhere]);
    folder = join(elsewhere, archive.replace(".tar.gz", ""));
    await writeRecord(record);
  });

  afterAll(async () => {
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  });

  it("is named after its version and platform, and has its checksum and its SBOM next to it", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(archive).toBe(`evenhand-${version}-${process.platform}-${process.arch}.tar.gz`);
    const hash = createHash("sha256")
      .update(readFileSync(join(output, archive)))
      .digest("hex");
    expect(readFileSync(join(output, `${archive}.sha256`), "utf8")).toBe(`${hash}  ${archive}\n`);
    const sbom = readFileSync(join(output, archive.replace(".tar.gz", ".cdx.json")), "utf8");
    expect(readFileSync(join(folder, "sbom.cdx.json"), "utf8")).toBe(sbom);
  });

  it("contains no package that its SBOM does not name, and none for development or a build only", () => {
    const { bomFormat, components } = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
    expect(bomFormat).toBe("CycloneDX");
    const named = new Map<string, string>(
      components.map((one: { name: string; version: string }) => [one.name, one.version]),
    );
    const inside = globSync("node_modules/{*,@*/*}/package.json", { cwd: folder }).map((file) =>
      JSON.parse(readFileSync(join(folder, file), "utf8")),
    );
    expect(inside.length).toBeGreaterThan(20);
    for (const { name, version } of inside) expect([name, named.get(name)]).toEqual([name, version]);
    for (const name of ["next", "react", "better-sqlite3", "drizzle-orm", "highs", "zod"])
      expect([name, named.has(name)]).toEqual([name, true]);
    for (const name of ["vitest", "esbuild", "typescript", "tailwindcss", "sharp"])
      expect([name, named.has(name), existsSync(join(folder, "node_modules", name))]).toEqual([
        name,
        false,
        false,
      ]);
  });

  it("contains no sources of pages and no tests", () => {
    for (const name of ["app", "components", "tests", "bench", "server/services", ".next/cache", ".env"])
      expect([name, existsSync(join(folder, name))]).toEqual([name, false]);
  });

  it("starts, and answers its health check, its readiness check and the sign-in page", async () => {
    const port = String(await freePort());
    const env = { ...settings, PORT: port };
    const health = () => run(join(folder, "evenhand"), ["health"], { env });
    await expect(health(), "nothing is started yet").rejects.toMatchObject({ code: 1 });
    const started = spawn(join(folder, "evenhand"), ["start"], { cwd: "/", env });
    server = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (output += chunk));
    await expect.poll(() => output).toContain(`running at http://localhost:${port}`);
    await health();
    const ready = await fetch(`http://localhost:${port}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, "Ready.\n"]);
    const page = await fetch(`http://localhost:${port}/sign-in`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<form");
    const style = /href="(\/_next\/static\/[^"]+\.css)/.exec(await (await fetch(page.url)).text())?.[1];
    expect((await fetch(new URL(style ?? "", page.url))).status).toBe(200);
    for (const path of ["log-format", "auditor", "decisions", "screens/judging-wide-light.png"])
      expect((await fetch(`http://localhost:${port}/docs/${path}`)).status, path).toBe(200);
  });

  it("makes and checks a backup automatically", async () => {
    const checked = () => globSync("backups/evenhand-*/checked.json", { cwd: scratch })[0] ?? "";
    await expect.poll(checked).not.toBe("");
    expect(JSON.parse(readFileSync(join(scratch, checked()), "utf8"))).toMatchObject({
      isReplayed: true,
      problem: null,
    });
  });

  it("stops in order, having written only its data", async () => {
    const names = filesIn().length;
    server?.kill("SIGTERM");
    await once(server as ChildProcess, "exit");
    expect(server?.exitCode).toBe(0);
    const { mtimeMs } = statSync(join(scratch, "record.jsonl"));
    const written = filesIn().filter((file) => statSync(join(file.parentPath, file.name)).mtimeMs > mtimeMs);
    expect([written, filesIn().length]).toEqual([[], names]);
    expect(existsSync(join(data, "secrets.json"))).toBe(true);
  });

  it("runs programs on files relative to where they are called", async () => {
    // In part, because no beacon and no witness vouches for this study.
    expect(await evenhand("verify", "record.jsonl")).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("Everything in the log is correct"),
    });
    const done = (text: string | RegExp) => ({ code: 0, stdout: expect.stringMatching(text) });
    expect(await evenhand("tables", "record.jsonl", "tables")).toEqual(done("manifest.json"));
    expect(existsSync(join(scratch, "tables/manifest.json"))).toBe(true);
    const tiny = ["roundSize=4", "horizons=[2]", "seeds=1", "--quiet", "--out", "played"];
    expect(await evenhand("simulate", ...tiny), "its threads and its solver").toEqual(done("1 of 1 cells"));
    expect(await evenhand("backup", "backups")).toEqual(done("Put back elsewhere and replayed"));
    expect(await evenhand("checkpoint-key")).toEqual(done(/^localhost:3000\/studies\+/));
  });
}

if (isFullRun) describe("the archive", describeArchive);
