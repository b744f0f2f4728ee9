import type { EngineName } from "#db/store/store.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import type { Kept } from "../load/kept.ts";

/** What people and keepers were told, and what became of what they had been promised. */
export type Told = Kept & { readonly seen: string };

/** Something that goes wrong around a server that is judged on. */
export type Fault = {
  readonly name: string;
  readonly engine: EngineName;
  /** Cheap, and in no other test: also in `npm test`. */
  readonly isShort: boolean;
  /** Makes it happen and mends it again. @throws AssertionError if somebody was told something else than the truth */
  run(engine: TestEngine): Promise<Told>;
};
