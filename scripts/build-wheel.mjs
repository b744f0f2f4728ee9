import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";

const root = fileURLToPath(new URL("..", import.meta.url));
const client = `${root}clients/python/`;
const folder = `${root}.build/python/`;

/**
 * Makes the wheel of the Python client, without Python. The same sources make the same bytes. Its version ends with a hash
 * of the sources, so that a name is never used for another content and pip replaces an older build.
 *
 * @internal for a test
 */
export function makeWheel() {
  const packaged = globSync("evenhand/**/*.{py,typed}", { cwd: `${client}src` }).sort();
  const files = packaged.map((path) => [path, readFileSync(`${client}src/${path}`)]);
  const project = readFileSync(`${client}pyproject.toml`, "utf8");
  const readme = readFileSync(`${client}README.md`, "utf8");
  const license = readFileSync(`${root}LICENSE`);
  const setting = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(project)?.[1];
  const hash = createHash("sha256").update(project).update(readme).update(license);
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  const version = `${setting("version")}+h${hash.digest("hex").slice(0, 12)}`;
  const info = `evenhand-${version}.dist-info`;
  const metadata = [
    ...["Metadata-Version: 2.1", `Name: ${setting("name")}`, `Version: ${version}`],
    ...[
      `Summary: ${setting("description")}`,
      "License: MIT",
      `Requires-Python: ${setting("requires-python")}`,
    ],
    ...["Description-Content-Type: text/markdown", "", readme],
  ];
  const all = [
    ...files,
    [`${info}/LICENSE`, license],
    [`${info}/METADATA`, Buffer.from(metadata.join("\n"))],
    [
      `${info}/WHEEL`,
      Buffer.from("Wheel-Version: 1.0\nGenerator: evenhand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
    ],
    [`${info}/entry_points.txt`, Buffer.from(`[console_scripts]\nevenhand = ${setting("evenhand")}\n`)],
  ];
  const record = all.map(([path, bytes]) => {
    const digest = createHash("sha256").update(bytes).digest("base64url");
    return `${path},sha256=${digest},${bytes.length}\n`;
  });
  all.push([`${info}/RECORD`, Buffer.from(`${record.join("")}${info}/RECORD,,\n`)]);
  // The earliest moment that a zip can name, in local time like all times of a zip.
  const bytes = zipSync(Object.fromEntries(all), { level: 9, mtime: new Date(1980, 0, 1) });
  return { name: `evenhand-${version}-py3-none-any.whl`, bytes };
}

/** Writes the wheel to .build/python as a name and a text that a module exports. */
export function buildWheel() {
  const { name, bytes } = makeWheel();
  mkdirSync(folder, { recursive: true });
  // Replaced in one step, because a server or another test run may be reading it.
  const file = `${folder}wheel.ts`;
  const text = `export const wheelName = ${JSON.stringify(name)};\nexport const wheelBase64 =\n  "${Buffer.from(bytes).toString("base64")}";\n`;
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
