import { spawnSync } from "node:child_process";
import { aptInstall, hasApt } from "./apt.mjs";
import { findChromium } from "./chromium.mjs";
import { findProgram } from "./find-program.mjs";
import { findPostgres } from "./postgres.mjs";

/**
 * Programs that tests need and that npm does not install: the tests that need each, how it is found, its Debian
 * package, and the command where there is no such package (none: it does not exist there).
 */
export const PROGRAMS = {
  chromium: {
    title: "Chromium",
    neededBy: "the browser tests",
    find: findChromium,
    debian: "chromium-headless-shell",
    elsewhere: "npx playwright install chromium",
  },
  postgres: {
    title: "PostgreSQL",
    neededBy: "the unit tests, which use both databases,",
    find: findPostgres,
    debian: "postgresql",
    elsewhere: "brew install postgresql@17 && brew link postgresql@17",
  },
  python: {
    title: "Python 3.9 or later with venv",
    neededBy: "the tests of the Python client",
    find: findPython,
    debian: "python3-venv",
    elsewhere: "brew install python",
  },
  strace: {
    title: "strace",
    neededBy: "the tests of power cuts",
    find: () => findProgram(["strace"]),
    debian: "strace",
  },
};

/** Finds a program of the table, or installs it. @returns its `path`, or a sentence that says why it is `missing` */
export async function ensureProgram(program, install = aptInstall) {
  const found = await program.find();
  if (found) return { path: found };
  const problem = await install(program.debian);
  const path = problem === undefined ? await program.find() : undefined;
  return path
    ? { path, isNew: true }
    : { missing: missingSentence(program, problem ?? "it was not found after that") };
}

/** Returns the sentence about a missing program: what is left out, why, and how to install it. */
function missingSentence({ title, neededBy, debian, elsewhere }, problem) {
  const isInDebian = hasApt() && !problem.includes("Unable to locate package");
  const command = isInDebian ? `sudo apt-get install --no-install-recommends ${debian}` : elsewhere;
  const remedy = command ? `Install it with: ${command}` : "It does not exist for this system.";
  return `${title} is not installed and could not be installed, so ${neededBy} are left out (${problem}). ${remedy}`;
}

function findPython() {
  const path = findProgram(["python3"]);
  const isNewEnough =
    path &&
    spawnSync(path, ["-c", "import ensurepip, sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;
  return isNewEnough ? path : undefined;
}
