import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bootstrap } from "./bootstrap.mjs";
import { build, isBuilt } from "./build.mjs";
import { atEnd, main } from "./lifecycle.mjs";
import { freePort } from "./port.mjs";
import { run, start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { makeSbom } from "./release-sbom.mjs";
import { root } from "./root.mjs";

const OUTPUT = ".build/release";
// A stop closes the database before the process ends.
const STOP_MS = 30_000;

/** `npm run release`: makes an archive that starts without a build, its checksum and its SBOM, then starts it once. */
export function releaseEvenhand() {
  return main(async () => {
    await bootstrap();
    // It needs a package, which is there now.
    const { layOutRelease } = await import("./release-folder.mjs");
    if (!isBuilt()) await build();
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const name = `evenhand-${version}-${process.platform}-${process.arch}`;
    rmSync(join(root, OUTPUT), { recursive: true, force: true });
    mkdirSync(join(root, OUTPUT), { recursive: true });
    await layOutRelease(join(root, OUTPUT, name));
    await run(process.execPath, ["scripts/third-party.mjs", join(root, OUTPUT, name, "THIRD-PARTY.md")]);
    const packages = await makeSbom(join(root, OUTPUT, `${name}.cdx.json`));
    cpSync(join(root, OUTPUT, `${name}.cdx.json`), join(root, OUTPUT, name, "sbom.cdx.json"));
    await tar("-czf", `${name}.tar.gz`, name);
    writeChecksum(`${name}.tar.gz`);
    say(`${OUTPUT}/${name}.tar.gz  ${megabytes(statSync(join(root, OUTPUT, `${name}.tar.gz`)).size)}`);
    say(`${OUTPUT}/${name}.tar.gz.sha256  its SHA-256`);
    say(`${OUTPUT}/${name}.cdx.json  its SBOM (CycloneDX, ${packages} packages)`);
    const seconds = await secondsToFirstAnswer(name);
    say(`Unpacked and started in an empty folder: first answer after ${seconds.toFixed(1)} s.`);
    return 0;
  });
}

/** Starts the archive's program in isolation: another folder, an empty environment, new data. */
async function secondsToFirstAnswer(name) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "evenhand release ")));
  atEnd(async () => rmSync(scratch, { recursive: true, force: true }));
  await tar("-xzf", `${name}.tar.gz`, "-C", scratch);
  const began = performance.now();
  const server = start("./evenhand", ["start", "--port", String(await freePort())], {
    cwd: join(scratch, name),
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "inherit"],
    shutdownTimeoutMs: STOP_MS,
  });
  const ended = once(server, "exit");
  const lines = createInterface({ input: server.stdout });
  const isUp = await new Promise((resolve) => {
    lines.on("line", (line) => line.includes("running at") && resolve(true));
    lines.once("close", () => resolve(false));
  });
  if (!isUp)
    throw new Refusal("The archive does not start: its own message above says why. It was not deleted.");
  const seconds = (performance.now() - began) / 1_000;
  server.kill("SIGTERM");
  await ended;
  return seconds;
}

async function tar(...args) {
  const { code, output } = await run("tar", args, { cwd: join(root, OUTPUT), capture: true });
  if (code !== 0)
    throw new Refusal(
      `${output}\nThe archive could not be made: correct what tar says above and run this again.`,
    );
}

/** Writes a checksum in the format of `sha256sum --check` and `shasum --check`. */
function writeChecksum(archive) {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, OUTPUT, archive)))
    .digest("hex");
  writeFileSync(join(root, OUTPUT, `${archive}.sha256`), `${hash}  ${archive}\n`);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
