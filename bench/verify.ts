/**
 * The cost of verifying a log of Exp2: `npm run bench -- verify [entries]`, a million by default. The record is made by a
 * separate process in a temporary folder, so that its memory does not count. Prints processor seconds, and their ratio to
 * bare SHA-256 of the same bytes.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { genesisPrev, readLine } from "#server/audit-log/chain.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { emptyFrontier, frontierRoot, grown } from "#server/audit-log/tree/root.ts";
import { piecesOf } from "#server/cli/pieces.ts";
import { verifyFile } from "#server/cli/verify-in-threads.ts";
import { formatNumber } from "#server/format.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { makeRecord } from "./verify/made-record.ts";

const [wanted = "1000000", made] = process.argv.slice(2);
const entryCount = Number(wanted);
if (made === undefined) measure();
else write(made);

function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-verify-"));
  try {
    const file = join(folder, "record.jsonl");
    execFileSync(process.execPath, [import.meta.filename, wanted, file], { stdio: "inherit" });
    measureOn(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureOn(file: string): void {
  const bytes = seconds(() => {
    const hash = createHash("sha256");
    for (const piece of piecesOf(file)) hash.update(piece);
    hash.digest();
  });
  const chain = seconds(() => followChain(file));
  const tree = seconds(() => growTree());
  const whole = seconds(() => {
    const { answer, problems, reservations } = verifyLog({
      lines: linesIn(piecesOf(file)),
      isSigned: () => true,
    });
    if (answer !== "holds-in-part") throw new Error(JSON.stringify({ answer, problems, reservations }));
  });
  const started = performance.now();
  const withSignatures = seconds(() => verifyFile(file, {}));
  const wall = (performance.now() - started) / 1_000;
  const size = statSync(file).size;
  const row = (name: string, took: number) =>
    console.log(
      `${name.padEnd(44)}${took.toFixed(1).padStart(8)} s${(took / bytes).toFixed(1).padStart(9)} x`,
    );
  console.log(`${formatNumber(entryCount)} entries, ${(size / 2 ** 20).toFixed(0)} MiB`);
  row("bare SHA-256 of the file", bytes);
  row("chain: lines read, hashed, followed", chain);
  row("tree over the hashes", tree);
  row("everything but signatures", whole);
  row("  of that without the chain: order, replay", whole - chain);
  row("signatures too, all threads", withSignatures);
  console.log(
    `Signatures in threads: ${wall.toFixed(1)} s by the wall, ${formatNumber(Math.round(entryCount / wall))} entries a second.`,
  );
  console.log(`largest memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
}

function write(file: string): void {
  const descriptor = openSync(file, "w");
  let waiting: string[] = [];
  const flush = () => {
    writeSync(descriptor, waiting.join(""));
    waiting = [];
  };
  makeRecord(entryCount, (line) => {
    waiting.push(`${line}\n`);
    if (waiting.length === 2_000) flush();
  });
  flush();
  closeSync(descriptor);
}

function followChain(file: string): void {
  let prev = genesisPrev;
  for (const line of linesIn(piecesOf(file))) {
    if (!line.startsWith('{"at":')) continue;
    if (readLine(line).prev !== prev) throw new Error("the chain is broken");
    prev = entryHash(line);
  }
}

function growTree(): void {
  const hashes = function* () {
    for (let seq = 1; seq <= entryCount; seq += 1) yield genesisPrev;
  };
  frontierRoot(grown(emptyFrontier, hashes()));
}

/** Measures processor time, so that other work on the machine does not count. */
function seconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
