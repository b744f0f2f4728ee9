/** Checks a commit message. The hook .githooks/commit-msg runs it with the file that holds the message. */

import { readFileSync } from "node:fs";

const longest = 72;
/** Subjects that git generates. */
const automatic = /^(Merge|Revert|fixup!|squash!|amend!) /;

const [file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => !line.startsWith("#"));
const problems = problemsOf(lines);
if (problems.length > 0) {
  process.stderr.write(`The commit was not made:\n${problems.map((problem) => `- ${problem}\n`).join("")}`);
  process.stderr.write("Your message is kept: git commit -e -F .git/COMMIT_EDITMSG\n");
  process.exit(1);
}

function problemsOf([subject = "", second = ""]) {
  if (automatic.test(subject)) return [];
  const found = [];
  if (!/^[\w./, -]+: \S/.test(subject))
    found.push("Begin with the area: `queue: retry failed jobs with backoff`.");
  if (subject.length > longest)
    found.push(`The first line has ${subject.length} characters; use at most ${longest}.`);
  if (subject.endsWith(".")) found.push("End the first line without a full stop.");
  if (second.trim() !== "") found.push("Leave the second line empty, then say why.");
  return found;
}
