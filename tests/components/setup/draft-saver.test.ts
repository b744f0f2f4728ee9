import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DraftSaveState, draftSaver } from "#components/setup/draft-saver.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";

const purpose = (name: string): DraftParts => ({ purpose: { name, purpose: "", guidelines: "" } });

function setUp() {
  const sent: { revision: number; parts: DraftParts }[] = [];
  const states: DraftSaveState[] = [];
  let answer: (revision: number) => Promise<{ revision: number; savedAt: number }> = async (revision) => ({
    revision: revision + 1,
    savedAt: 100 + revision,
  });
  const saver = draftSaver(
    { revision: 3, savedAt: 0 },
    {
      save: (revision, parts) => {
        sent.push({ revision, parts });
        return answer(revision);
      },
      failureOf: (error) => ({ message: String(error), isFinal: error === "outdated" }),
      report: (state) => states.push(state),
      onSaved: () => undefined,
    },
  );
  const answerWith = (next: typeof answer) => {
    answer = next;
  };
  return { saver, sent, states, answerWith };
}

describe("the saver of a draft", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("waits for the last keystroke and sends each changed part once", async () => {
    const { saver, sent, states } = setUp();
    saver.change(purpose("a"));
    await vi.advanceTimersByTimeAsync(300);
    saver.change(purpose("ab"));
    saver.change({ people: null });
    await vi.advanceTimersByTimeAsync(399);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ revision: 3, parts: { ...purpose("ab"), people: null } }]);
    expect(states.at(-1)).toEqual({ kind: "saved", at: 103 });
    expect(saver.isDirty()).toBe(false);
  });

  it("sends text typed during a save afterwards, with the new revision", async () => {
    const { saver, sent, answerWith } = setUp();
    const first = Promise.withResolvers<{ revision: number; savedAt: number }>();
    answerWith(() => first.promise);
    saver.change(purpose("a"));
    await vi.advanceTimersByTimeAsync(400);
    saver.change(purpose("b"));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent).toHaveLength(1);
    answerWith(async (revision) => ({ revision: revision + 1, savedAt: 9 }));
    first.resolve({ revision: 4, savedAt: 8 });
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual([
      { revision: 3, parts: purpose("a") },
      { revision: 4, parts: purpose("b") },
    ]);
    expect(saver.revision()).toBe(5);
  });

  it("keeps unsent changes and retries, with the newest text", async () => {
    const { saver, sent, states, answerWith } = setUp();
    answerWith(() => Promise.reject("offline"));
    saver.change(purpose("a"));
    await vi.advanceTimersByTimeAsync(400);
    expect(states.at(-1)).toEqual({ kind: "waiting", message: "offline" });
    expect(saver.isDirty()).toBe(true);
    answerWith(async (revision) => ({ revision: revision + 1, savedAt: 9 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.at(-1)).toEqual({ revision: 3, parts: purpose("a") });
    expect(states.at(-1)).toEqual({ kind: "saved", at: 9 });
  });

  it("stops if another person saved, until the newest version is loaded", async () => {
    const { saver, sent, states, answerWith } = setUp();
    answerWith(() => Promise.reject("outdated"));
    saver.change(purpose("a"));
    expect(await saver.flush()).toBe(false);
    expect(states.at(-1)).toEqual({ kind: "refused", message: "outdated" });
    saver.change(purpose("b"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    answerWith(async (revision) => ({ revision: revision + 1, savedAt: 9 }));
    saver.restart({ revision: 7, savedAt: 7 });
    saver.change(purpose("c"));
    expect(await saver.flush()).toBe(true);
    expect(sent.at(-1)).toEqual({ revision: 7, parts: purpose("c") });
  });
});
