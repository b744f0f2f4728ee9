import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedOutcome } from "#server/rounds/outcomes/record-outcomes.ts";
import type { HttpClient } from "../http-client.ts";
import { type Attempt, attempt, must, patiently } from "./attempts.ts";

type BoardPeople = {
  readonly people: readonly { readonly position: number; readonly selected: boolean | null }[];
};

/** What else an operator does: outcomes of a closed round, all picked people at once. null if nobody was picked. */
export async function outcomesOf(
  operator: HttpClient,
  { studyId, round, kill }: { studyId: string; round: number; kill: number },
): Promise<(() => Promise<Attempt<RecordedOutcome[]>>) | null> {
  const board = await must(patiently(() => operator.query<BoardPeople>("rounds.board", { studyId, round })));
  const outcomes = board.people.flatMap(({ position, selected }) =>
    selected ? [{ round, position, value: position % 2 === 0 ? "yes" : "no" }] : [],
  );
  const input = { studyId, idempotencyKey: `outcomes-${kill}`, outcomes };
  return outcomes.length === 0 ? null : () => attempt(() => operator.mutate("outcomes.record", input));
}

type Draft = {
  readonly draft: { readonly revision: number; readonly purpose: { readonly purpose: string } };
};

/** A draft that is typed on and on: every text is longer than the one before. */
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
    const read = await patiently(() => this.#ask());
    // Cut off before anything was typed.
    if (!("ok" in read)) return 0;
    const { draft } = read.ok;
    let { revision } = draft;
    let acknowledged = 0;
    for (let more = 1; more <= 5; more += 1) {
      const length = draft.purpose.purpose.length + more;
      const purpose = { ...draft.purpose, purpose: "x".repeat(length) };
      const input = { studyId: this.#studyId, revision, parts: { purpose } };
      const answer = await patiently(() => this.#operator.mutate<{ revision: number }>("drafts.save", input));
      if (!("ok" in answer)) return acknowledged;
      ({ revision } = answer.ok);
      this.#saved = length;
      acknowledged += 1;
    }
    return acknowledged;
  }

  /** How many letters that were acknowledged are not there. */
  async lostLetters(): Promise<number> {
    const { draft } = await must(patiently(() => this.#ask()));
    return Math.max(0, this.#saved - draft.purpose.purpose.length);
  }

  #ask() {
    return this.#operator.query<Draft>("drafts.read", { studyId: this.#studyId });
  }
}

type WaitingFile = { readonly file: { readonly id: string; readonly choices: object } | null };
type Confirmed = { readonly state: string };

/** A further file of people that waits for its confirmation, as on its page. */
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

/** A killed server's import is taken over after fifteen seconds. */
const patience = { tries: 600, pause: 100 };

/** Brings an import that was cut off to its end: confirmed once more if nobody had begun it. */
export async function finishImport(
  operator: HttpClient,
  studyId: string,
  { send }: Attempt<unknown>,
): Promise<void> {
  for (let tried = 0; tried < patience.tries; tried += 1) {
    // Before the file, which goes in the moment in which it is done: somebody may finish it just now.
    const { state } = await must(operator.query<Confirmed>("people.file.confirmed", { studyId }));
    const { file } = await must(operator.query<WaitingFile>("people.file.read", { studyId }));
    if (file === null && state === "done") return;
    if (file !== null && (state === "none" || state === "done")) await must(send());
    await sleep(patience.pause);
  }
  throw new Error("the people were not imported");
}
