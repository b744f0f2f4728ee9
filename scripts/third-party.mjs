/** Writes the licences of the installed production packages into a Markdown file. `npm run release` runs it. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("Name the file to write, such as THIRD-PARTY.md.\n");
  process.exit(1);
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const folders = Object.keys(packages)
  // The empty name is this project. Packages of other platforms are not installed.
  .filter((folder) => folder !== "" && !packages[folder].dev && existsSync(folder))
  .sort();
const notices = new Set(folders.map(noticeOf));
writeFileSync(file, `# Third-party software\n\n${[...notices].join("\n")}`);

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  if (typeof license !== "string") throw new Error(`${folder}/package.json names no licence.`);
  const files = readdirSync(folder).filter((one) => /^(licen[cs]e|copying|notice)/i.test(one));
  const texts = files.map((one) => readFileSync(`${folder}/${one}`, "utf8").trim());
  return [`## ${name} ${version}`, `Licence: ${license}`, ...texts.map(fenced)]
    .map((part) => `${part}\n`)
    .join("\n");
}

/** Indents a text by four spaces, which makes a code block of any text. */
function fenced(text) {
  return text.replaceAll(/^(?=.)/gm, "    ");
}
