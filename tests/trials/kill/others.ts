import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedOutcome } from "#server/rounds/outcomes/record-outcomes.ts";
import type { HttpClient } from "../http-client.ts";
import { type Attempt, attempt, must, retryWhileBusy } from "./attempts.ts";

type BoardPeople = {
  readonly people: readonly { readonly position: number; readonly selected: boolean | null }[];
};

/** Returns a request that records outcomes of all people picked in a closed round; null if none was picked. */
export async function outcomesOf(
  operator: HttpClient,
  { studyId, round, kill }: { studyId: string; round: number; kill: number },
): Promise<(() => Promise<Attempt<RecordedOutcome[]>>) | null> {
  const board = await must(
    retryWhileBusy(() => operator.query<BoardPeople>("rounds.board", { studyId, round })),
  );
  const outcomes = board.people.flatMap(({ position, selected }) =>
    selected ? [{ round, position, value: position % 2 === 0 ? "yes" : "no" }] : [],
  );
  const input = { studyId, idempotencyKey: `outcomes-${kill}`, outcomes };
  return outcomes.length === 0 ? null : () => attempt(() => operator.mutate("outcomes.record", input));
}

type Draft = {
  readonly draft: { readonly revision: number; readonly purpose: { readonly purpose: string } };
};

/** A draft that an operator keeps typing: every text is longer than the one before. */
export class TypedDraft {
  readonly #operator: HttpClient;
  readonly #studyId: string;
  /** The longest text that was acknowledged. */
  #saved = 0;

  constructor(operator: HttpClient, studyId: string) {
    this.#operator = operator;
    this.#studyId = studyId;
  }

  static async begin(operator: HttpClient): Promise<TypedDraft> {
    const { studyId } = await must(
      operator.mutate<{ studyId: string }>("drafts.create", { name: "Typed while it is killed" }),
    );
    return new TypedDraft(operator, studyId);
  }

  /** Saves some texts, one after another. @returns how many were acknowledged */
  async type(): Promise<number> {
    const read = await retryWhileBusy(() => this.#ask());
    // Interrupted before anything was typed.
    if (!("ok" in read)) return 0;
    const { draft } = read.ok;
    let { revision } = draft;
    let acknowledged = 0;
    for (let more = 1; more <= 5; more += 1) {
      const length = draft.purpose.purpose.length + more;
      const purpose = { ...draft.purpose, purpose: "x".repeat(length) };
      const input = { studyId: this.#studyId, revision, parts: { purpose } };
      const answer = await retryWhileBusy(() =>
        this.#operator.mutate<{ revision: number }>("drafts.save", input),
      );
      if (!("ok" in answer)) return acknowledged;
      ({ revision } = answer.ok);
      this.#saved = length;
      acknowledged += 1;
    }
    return acknowledged;
  }

  /** Returns how many acknowledged letters are missing. */
  async lostLetters(): Promise<number> {
    const { draft } = await must(retryWhileBusy(() => this.#ask()));
    return Math.max(0, this.#saved - draft.purpose.purpose.length);
  }

  #ask() {
    return this.#operator.query<Draft>("drafts.read", { studyId: this.#studyId });
  }
}

type WaitingFile = { readonly file: { readonly id: string; readonly choices: object } | null };
type Confirmed = { readonly state: string };

/** Uploads a further file of people. @returns a request that confirms it */
export async function fileOfPeople(
  operator: HttpClient,
  {
    origin,
    studyId,
    rows,
  }: { origin: string; studyId: string; rows: readonly (readonly (string | null)[])[] },
): Promise<() => Promise<Attempt<unknown>>> {
  const text = ["income,years,housing", ...rows.map((row) => row.map((cell) => cell ?? "").join(","))];
  const sent = await operator.send(`/api/studies/${studyId}/uploads/further-people`, {
    method: "POST",
    body: `${text.join("\n")}\n`,
    headers: { origin, "x-file-name": "more.csv" },
  });
  if (!sent.ok) throw new Error(`the file was refused: ${sent.status} ${await sent.text()}`);
  const { file } = await must(operator.query<WaitingFile>("people.file.read", { studyId }));
  if (file === null) throw new Error("the file does not wait");
  await must(
    operator.mutate("people.file.choose", {
      studyId,
      fileId: file.id,
      choices: { ...file.choices, withoutErrors: true },
    }),
  );
  const plan = await must(operator.query<{ hash: string }>("people.file.check", { studyId }));
  const input = { studyId, fileId: file.id, plan: plan.hash };
  return () => attempt(() => operator.mutate("people.file.confirm", input));
}

/** Another server takes over a killed server's import after fifteen seconds. */
const retry = { tries: 600, pause: 100 };

/** Completes an interrupted import, confirming it again if no server had begun it. */
export async function finishImport(
  operator: HttpClient,
  studyId: string,
  { send }: Attempt<unknown>,
): Promise<void> {
  for (let tried = 0; tried < retry.tries; tried += 1) {
    // Read before the file, which disappears when the import is done: a server may finish it right now.
    const { state } = await must(operator.query<Confirmed>("people.file.confirmed", { studyId }));
    const { file } = await must(operator.query<WaitingFile>("people.file.read", { studyId }));
    if (file === null && state === "done") return;
    if (file !== null && (state === "none" || state === "done")) await must(send());
    await sleep(retry.pause);
  }
  throw new Error("the people were not imported");
}
