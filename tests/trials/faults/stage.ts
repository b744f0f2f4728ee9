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
/** Of the ten a minute that a seat may seal. */
const mostSeals = 8;

/** A server on a study whose round is judged, and what happened to those who judge it. */
export class FaultStage {
  readonly folder: string;
  readonly location: StoreLocation;
  readonly env: Record<string, string>;
  server: ServerProcess;
  #places: readonly Place[];
  /** Everybody who ever judged here, with what they were told. */
  readonly #everybody: LoadAuditor[] = [];
  #auditors: LoadAuditor[] = [];

  /** Whether its folder is nobody else's to remove. */
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
   * @param own.url    a database in place of the engine's own
   * @param own.env    what its server is told besides
   * @param own.deadlineMs how long its round may be judged; else without end
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

  /** Everybody opens the round's page anew. @param origins the servers that they are spread over */
  async enter(origins: readonly string[] = [this.server.origin]): Promise<void> {
    const before = this.#auditors;
    this.#auditors = [];
    for (const [index, place] of this.#places.entries()) {
      const auditor = await LoadAuditor.enter(origins[index % origins.length] ?? "", place);
      const { saved, place: old } = before[index] ?? auditor;
      // They stand until somebody judges the pair again; with the round they go.
      if (old.round === place.round) for (const [pair, verdict] of saved) auditor.saved.set(pair, verdict);
      if (auditor.saved !== saved) saved.clear();
      this.#auditors.push(auditor);
    }
    this.#everybody.push(...this.#auditors);
  }

  /**
   * Judges until `meanwhile` has ended: verdicts one after another, a ballot now and then.
   * @returns what was refused, and how often; how often something was taken
   */
  async judge(meanwhile: Promise<unknown>): Promise<{ taken: number; refused: Map<string, number> }> {
    const latencies = new Latencies("all");
    let isOver = false;
    const over = meanwhile.finally(() => {
      isOver = true;
    });
    const judging = this.#auditors.map(async (auditor) => {
      for (let act = 0; !isOver; act += 1) {
        const asked = { latencies, dueAt: performance.now() };
        if (act % 12 === 0 && auditor.receipts.length < mostSeals) await auditor.seal(asked);
        else if (auditor.pairs.length > 0) await auditor.save(act, asked);
        await sleep(20);
      }
    });
    await Promise.all([over, ...judging]);
    return { taken: latencies.figures.answered, refused: latencies.errors };
  }

  /** What an auditor sees on giving a verdict now, what their page says, and what the server's operator is told. */
  async look(origin = this.server.origin) {
    const [auditor] = this.#auditors;
    if (auditor === undefined) throw new Error("nobody is there");
    const { studyId, round, cookie } = auditor.place;
    const headers = { cookie, origin, "content-type": "application/json" };
    const [high = 0, low = 1] = auditor.pairs[0] ?? [];
    // Once more what stands already, should it be taken.
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

  /** What `npm start` says before it serves; null if it would serve. */
  async refusedStart(env: Record<string, string> = {}): Promise<string | null> {
    const said = await promisify(execFile)(process.execPath, ["server/cli/prepare.ts"], {
      env: { ...process.env, ...this.env, ...env, NEXTAUTH_URL: this.server.origin },
    }).catch((error: { stderr: string }) => error);
    return said.stderr === "" ? null : said.stderr.trim();
  }

  /** Looks for all that anybody was ever told. */
  count(): Promise<Kept> {
    return this.withStore((store) => countKept(store, this.#everybody));
  }

  /** On the database beside the server, or in its absence: then all of it is in the file afterwards, and nothing in its log. */
  async withStore<T>(work: (store: MigratableStore) => Promise<T>): Promise<T> {
    const store = await connectStore(this.location);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Verdicts that were only saved go with their round. */
  forgetVerdicts(): void {
    for (const { saved } of this.#auditors) saved.clear();
  }

  /** Another round is judged from now on, once everybody has entered it. */
  goTo(round: number): void {
    this.#places = this.#places.map((place) => ({ ...place, round }));
  }

  /** The server is there again, everybody opens their page anew, and all is taken. */
  async goOn(): Promise<void> {
    await this.server.start();
    await this.enter();
    await this.expectTaken();
  }

  async expectTaken(): Promise<void> {
    const { taken, refused } = await this.judge(sleep(1_000));
    // Just started on a busy machine it may be overloaded for a moment; a refused request is repeated.
    refused.delete("busy");
    expect([taken > 0, ...refused.keys()]).toEqual([true]);
  }

  async clear(): Promise<void> {
    await this.server.kill();
    if (this.#isOwn) rmSync(this.folder, { recursive: true, force: true });
  }
}

const noAnswer = { status: 0, text: "" };

/** The sentence of a refusal. */
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
