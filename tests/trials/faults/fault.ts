import type { EngineName } from "#db/store/store.ts";
import type { TestEngine } from "#tests/setup/engines.ts";
import type { Kept } from "../load/kept.ts";

/** What users and health checks saw, and how many acknowledged writes were kept. */
export type FaultResult = Kept & { readonly seen: string };

/** A fault of a server that is in use. */
export type Fault = {
  readonly name: string;
  readonly engine: EngineName;
  /** Cheap, and in no other test, so also in `npm test`. */
  readonly isShort: boolean;
  /** Causes the fault and repairs it. @throws AssertionError if a response was wrong */
  run(engine: TestEngine): Promise<FaultResult>;
};
