import { deleteKeptAnswer } from "#db/queries/programs.ts";
import type { Store } from "#db/store/store.ts";
import { isStoreError } from "#db/store/store-error.ts";
import { logger } from "#server/platform/process/logger.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

type Call = { readonly tokenId: string; readonly key: string };
type Refused = {
  readonly calls: Map<string, Call>;
  timer: NodeJS.Timeout | undefined;
  freeing: Promise<void> | undefined;
};

/** How long a refused key waits to be freed with others, in milliseconds. Other servers answer `key-running` until then. */
const waitMs = 1_000;

/** Frees the idempotency key of a refused call within a second, so that a refusal costs no transaction of its own. */
export function freeKeySoon(store: Store, call: Call): void {
  const refused = refusedOf(store);
  refused.calls.set(nameOf(call), call);
  refused.timer ??= setTimeout(() => {
    freeKeys(store, refused).catch((cause: unknown) => {
      // A server that is ending frees no keys: they count as interrupted.
      if (isStoreError(cause) && cause.code === "closed") return;
      logger().warn({ cause }, "keys could not be freed");
    });
  }, waitMs).unref();
}

/** Frees a key at once if this process refused its call and it still waits to be freed. */
export async function freeKeyIfRefused(store: Store, call: Call): Promise<void> {
  const refused = refusedOf(store);
  while (refused.calls.has(nameOf(call))) await freeKeys(store, refused);
}

/** Frees all keys once at a time: a second deletion could remove a key that was taken again. */
function freeKeys(store: Store, refused: Refused): Promise<void> {
  refused.freeing ??= deleteKeys(store, refused).finally(() => {
    refused.freeing = undefined;
  });
  return refused.freeing;
}

async function deleteKeys(store: Store, refused: Refused): Promise<void> {
  clearTimeout(refused.timer);
  refused.timer = undefined;
  const calls = [...refused.calls];
  await store.tx(async (tx) => {
    for (const [, call] of calls) await deleteKeptAnswer(tx, call);
  });
  for (const [name] of calls) refused.calls.delete(name);
}

function nameOf({ tokenId, key }: Call): string {
  return `${tokenId} ${key}`;
}

function refusedOf(store: Store): Refused {
  return processWideOf<Refused>("refused-keys", store, () => {
    return { calls: new Map(), timer: undefined, freeing: undefined };
  });
}
