import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "vitest";
import { connectStore, type StoreLocation } from "#db/open-store.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { testAppBeside } from "#tests/setup/app.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { LoadAuditor, type Place } from "../load/auditor.ts";
import { countKept, type Kept } from "../load/kept.ts";
import { Latencies } from "../load/latencies.ts";
import { freePort, ServerProcess } from "../server-process.ts";

const seats = 6;
const roundSize = 12;
/** Below the limit of ten seals a minute. */
const mostSeals = 8;

/** A server with a round that auditors judge, and what each auditor's requests resulted in. */
export class FaultStage {
  readonly folder: string;
  readonly location: StoreLocation;
  readonly env: Record<string, string>;
  server: ServerProcess;
  #places: readonly Place[];
  /** All auditors who ever judged here, with the receipts and acknowledgements they got. */
  readonly #allAuditors: LoadAuditor[] = [];
  #auditors: LoadAuditor[] = [];

  /** Whether this stage removes its folder. */
  readonly #isOwn: boolean;

  private constructor(
    { folder, isOwn }: { folder: string; isOwn: boolean },
    location: StoreLocation,
    places: readonly Place[],
    server: ServerProcess,
  ) {
    this.folder = folder;
    this.#isOwn = isOwn;
    this.location = location;
    this.env = envOf(folder, location);
    this.#places = places;
    this.server = server;
  }

  /**
   * @param own.folder the folder for its data, which the caller makes
   * @param own.url    a database instead of the engine's own
   * @param own.env    further environment variables of its server
   * @param own.deadlineMs how long its round takes verdicts; without a limit if omitted
   */
  static async set(
    engine: TestEngine,
    own: { folder?: string; url?: string; env?: Record<string, string>; deadlineMs?: number } = {},
  ): Promise<FaultStage> {
    const place = own.url === undefined ? await engine.newPlace() : { dataFolder: "", databaseUrl: own.url };
    const folder = own.folder ?? mkdtempSync(join(tmpdir(), "evenhand-fault-"));
    if (place.dataFolder !== "") cpSync(place.dataFolder, folder, { recursive: true });
    const location = place.dataFolder === "" ? place : { dataFolder: folder };
    const places = await seatPanel(folder, location, own.deadlineMs);
    const server = await newServer({ ...envOf(folder, location), ...own.env });
    await server.start();
    const stage = new FaultStage({ folder, isOwn: own.folder === undefined }, location, places, server);
    await stage.enter();
    return stage;
  }

  get studyId(): string {
    return this.#places[0]?.studyId ?? "";
  }

  get round(): number {
    return this.#places[0]?.round ?? 0;
  }

  /** Every auditor opens the round's page again. @param origins the servers that they are spread over */
  async enter(origins: readonly string[] = [this.server.origin]): Promise<void> {
    const before = this.#auditors;
    this.#auditors = [];
    for (const [index, place] of this.#places.entries()) {
      const auditor = await LoadAuditor.enter(origins[index % origins.length] ?? "", place);
      const { saved, place: old } = before[index] ?? auditor;
      // Saved verdicts hold until the auditor judges the pair again, and end with the round.
      if (old.round === place.round) for (const [pair, verdict] of saved) auditor.saved.set(pair, verdict);
      if (auditor.saved !== saved) saved.clear();
      this.#auditors.push(auditor);
    }
    this.#allAuditors.push(...this.#auditors);
  }

  /**
   * Judges until `meanwhile` has ended: verdicts one after another, a ballot now and then.
   * @returns how often each refusal occurred, and how many requests were accepted
   */
  async judge(meanwhile: Promise<unknown>): Promise<{ taken: number; refused: Map<string, number> }> {
    const latencies = new Latencies("all");
    let isOver = false;
    const over = meanwhile.finally(() => {
      isOver = true;
    });
    const judging = this.#auditors.map(async (auditor) => {
      for (let act = 0; !isOver; act += 1) {
        const timing = { latencies, dueAt: performance.now() };
        if (act % 12 === 0 && auditor.receipts.length < mostSeals) await auditor.seal(timing);
        else if (auditor.pairs.length > 0) await auditor.save(act, timing);
        await sleep(20);
      }
    });
    await Promise.all([over, ...judging]);
    return { taken: latencies.figures.answered, refused: latencies.errors };
  }

  /** Returns the response to a verdict given now, the round's page, and the readiness check. */
  async look(origin = this.server.origin) {
    const [auditor] = this.#auditors;
    if (auditor === undefined) throw new Error("no auditor");
    const { studyId, round, cookie } = auditor.place;
    const headers = { cookie, origin, "content-type": "application/json" };
    const [high = 0, low = 1] = auditor.pairs[0] ?? [];
    // Repeats the saved verdict, in case it is accepted.
    const verdict = auditor.saved.get(`${high} ${low}`) ?? "unsure";
    const ask = async (path: string, init: RequestInit = {}) => {
      const signal = AbortSignal.timeout(5_000);
      const answer = await fetch(origin + path, { headers, signal, ...init }).catch(() => undefined);
      return answer === undefined ? noAnswer : { status: answer.status, text: await answer.text() };
    };
    const body = JSON.stringify({ studyId, round, verdicts: [[high, low, verdict]] });
    const call = await ask("/api/trpc/ballots.save", { method: "POST", body });
    const page = await ask(`/studies/${studyId}/judging/${round}`);
    return {
      call: `${call.status}: ${wordsIn(call.text)}`,
      page: page.status,
      text: page.text,
      ready: (await ask("/readyz")).text.trim(),
    };
  }

  /** Returns the error with which `npm start` refuses to serve; null if it would serve. */
  async refusedStart(env: Record<string, string> = {}): Promise<string | null> {
    const said = await promisify(execFile)(process.execPath, ["server/cli/prepare.ts"], {
      env: { ...process.env, ...this.env, ...env, NEXTAUTH_URL: this.server.origin },
    }).catch((error: { stderr: string }) => error);
    return said.stderr === "" ? null : said.stderr.trim();
  }

  /** Counts the acknowledged writes of all auditors, and those that the database has. */
  count(): Promise<Kept> {
    return this.withStore((store) => countKept(store, this.#allAuditors));
  }

  /** Works on the database next to the server, or without it: then the write-ahead log is empty afterwards. */
  async withStore<T>(work: (store: MigratableStore) => Promise<T>): Promise<T> {
    const store = await connectStore(this.location);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Forgets saved verdicts, which end with their round. */
  forgetVerdicts(): void {
    for (const { saved } of this.#auditors) saved.clear();
  }

  /** Judges another round from now on, once the auditors have entered it. */
  goTo(round: number): void {
    this.#places = this.#places.map((place) => ({ ...place, round }));
  }

  /** Starts the server again; every auditor opens their page, and all verdicts are accepted. */
  async goOn(): Promise<void> {
    await this.server.start();
    await this.enter();
    await this.expectTaken();
  }

  async expectTaken(): Promise<void> {
    const { taken, refused } = await this.judge(sleep(1_000));
    // Just after its start on a busy machine it may be overloaded for a moment; a refused request is repeated.
    refused.delete("busy");
    expect([taken > 0, ...refused.keys()]).toEqual([true]);
  }

  async clear(): Promise<void> {
    await this.server.kill();
    if (this.#isOwn) rmSync(this.folder, { recursive: true, force: true });
  }
}

const noAnswer = { status: 0, text: "" };

/** Returns the message of a refusal. */
function wordsIn(text: string): string {
  if (!text.startsWith("{")) return text === "" ? "no answer" : "";
  const { error } = JSON.parse(text) as { error?: { message: string } };
  return error?.message ?? "taken";
}

export async function newServer(env: Record<string, string>): Promise<ServerProcess> {
  return new ServerProcess(await freePort(), { EVENHAND_TRUST_PROXY: "1", ...env });
}

function envOf(folder: string, { databaseUrl = "" }: StoreLocation): Record<string, string> {
  return { EVENHAND_DATA: folder, DATABASE_URL: databaseUrl };
}

async function seatPanel(folder: string, location: StoreLocation, deadlineMs?: number): Promise<Place[]> {
  const app = await testAppBeside(await connectStore(location), loadSecrets(folder));
  try {
    const { studyId, auditorIds } = await publishedStudy(app, {
      auditors: seats,
      people: madeUpPeople(4 * roundSize),
      settings: { mode: "guarded", roundSize: String(roundSize), seats: String(seats), horizon: "4" },
    });
    const deadline = deadlineMs === undefined ? {} : { deadlineAt: app.now() + deadlineMs };
    const { round } = await openRound(app, { studyId, ...deadline });
    const places: Place[] = [];
    for (const [index, accountId] of auditorIds.entries()) {
      places.push({ studyId, round, cookie: await cookieOf(app, accountId), network: `10.0.0.${index + 1}` });
    }
    return places;
  } finally {
    await app.close();
  }
}
