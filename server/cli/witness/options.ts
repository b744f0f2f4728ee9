import { parseArgs } from "node:util";
import { asKeyName, parseVerifierKey, type VerifierKey } from "#server/audit-log/checkpoints/keys.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { givenPath } from "#server/platform/process/given-path.ts";

export type WitnessOptions = {
  /** Keys of the servers whose checkpoints are cosigned. */
  readonly servers: readonly VerifierKey[];
  readonly name: string;
  /** The folder of the key and of the cosigned trees. */
  readonly data: string;
  readonly host: string;
  readonly port: number;
};

export const usage = `npm run witness -- --name NAME --server KEY [--server KEY ...] [options]

  --name NAME     what this witness is called: its address without the scheme is usual
  --server KEY    the key of an Evenhand server, from its operator; every study of that server is witnessed
  --data FOLDER   where the witness keeps its key and what it has cosigned (./witness)
  --host ADDRESS  where it listens (127.0.0.1)
  --port N        and on which port (3400)
`;

/** An error in the options that the user can correct. */
export class OptionRefusal extends Error {}

/** Reads the command line. @throws OptionRefusal with one sentence */
export function readWitnessOptions(args: readonly string[]): WitnessOptions {
  const given = parsed(args);
  const port = Number(given.port ?? 3400);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new OptionRefusal("--port must be a port.");
  if (given.name === undefined) throw new OptionRefusal("--name is missing: call the witness by a name.");
  if (given.server === undefined)
    throw new OptionRefusal("--server is missing: whose logs shall it witness?");
  return {
    name: toResult("--name", () => asKeyName(given.name ?? "")),
    servers: given.server.map((text) => toResult("--server", () => serverKey(text))),
    data: givenPath(given.data ?? "witness"),
    host: given.host ?? "127.0.0.1",
    port,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    name: text,
    server: { ...text, multiple: true },
    data: text,
    host: text,
    port: text,
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    throw new OptionRefusal(cause instanceof Error ? cause.message : "these options are not known", {
      cause,
    });
  }
}

function serverKey(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (key.type !== "ed25519")
    throw new OptionRefusal("--server must be the key of a server, not of a witness.");
  return key;
}

function toResult<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof LogError) throw new OptionRefusal(`${option}: ${cause.message}.`, { cause });
    throw cause;
  }
}
