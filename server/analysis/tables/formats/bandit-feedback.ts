import { zipSync } from "fflate";
import { ordinalOf } from "#server/audit-log/pseudonyms.ts";
import type { Column } from "#server/learner/config/spec.ts";
import { decidedIn } from "../base/decided.ts";
import type { TableSource } from "../base/table.ts";
import { contextCode } from "./contexts.ts";

/** A fixed date instead of the clock, so that the same record gives the same file. */
const fixedDate = new Date(1980, 0, 1);

/**
 * Builds the logged bandit feedback of a study as arrays of the Open Bandit Pipeline, in one .npz file: `action` (1:
 * selected), `reward` (1: yes, 0: no), `pscore` (the logged chance), `position` (0), `context`, and `round` and
 * `person` to find each in the log. One row for each selected person with a known outcome and features; all other
 * rewards are unknown, so other people have no row. `contexts.json` names the positions of a context.
 *
 * Memory: the contexts of all people whom a round showed.
 */
export async function banditFeedbackFile(
  source: TableSource,
  columns: readonly Column[],
): Promise<Uint8Array> {
  const code = await contextCode(source, columns);
  const contexts = new Map<string, Float64Array>();
  for await (const { person, features } of source.people()) {
    if (features !== null) contexts.set(person, code.contextOf(features));
  }
  const rows: { round: number; person: string; reward: number; chance: number; context: Float64Array }[] = [];
  for await (const { round, person, chance, outcome } of decidedIn(source)) {
    const context = contexts.get(person);
    if (context === undefined || (outcome !== "yes" && outcome !== "no")) continue;
    rows.push({ round, person, reward: outcome === "yes" ? 1 : 0, chance: Number(chance), context });
  }
  const n = rows.length;
  const integers = (values: readonly number[]) =>
    npyFile(BigInt64Array.from(values, BigInt), [values.length]);
  const all = new Float64Array(n * code.names.length);
  for (const [index, { context }] of rows.entries()) all.set(context, index * code.names.length);
  const about = { names: code.names, leftOut: code.leftOut };
  return zipSync(
    {
      "n_rounds.npy": npyFile(BigInt64Array.of(BigInt(n)), []),
      "n_actions.npy": npyFile(BigInt64Array.of(2n), []),
      "action.npy": integers(rows.map(() => 1)),
      "reward.npy": npyFile(
        Float64Array.from(rows, ({ reward }) => reward),
        [n],
      ),
      "pscore.npy": npyFile(
        Float64Array.from(rows, ({ chance }) => chance),
        [n],
      ),
      "position.npy": integers(rows.map(() => 0)),
      "context.npy": npyFile(all, [n, code.names.length]),
      "round.npy": integers(rows.map(({ round }) => round)),
      "person.npy": integers(rows.map(({ person }) => ordinalOf(person))),
      "contexts.json": new TextEncoder().encode(`${JSON.stringify(about, null, 2)}\n`),
    },
    { level: 0, mtime: fixedDate },
  );
}

/**
 * Returns an array in NumPy's file format, version 1.0: little-endian, rows one after the other.
 *
 * @param shape the dimensions, whose product is the number of values
 */
function npyFile(values: Float64Array | BigInt64Array, shape: readonly number[]): Uint8Array {
  const type = values instanceof Float64Array ? "<f8" : "<i8";
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const words = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sizes}), }`;
  const preamble = 10;
  const padded = Math.ceil((preamble + words.length + 1) / 64) * 64;
  const bytes = new Uint8Array(padded + values.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  view.setUint16(8, padded - preamble, true);
  bytes.set(new TextEncoder().encode(`${words.padEnd(padded - preamble - 1)}\n`), preamble);
  for (const [index, value] of values.entries()) {
    const at = padded + index * 8;
    if (typeof value === "number") view.setFloat64(at, value, true);
    else view.setBigInt64(at, value, true);
  }
  return bytes;
}
