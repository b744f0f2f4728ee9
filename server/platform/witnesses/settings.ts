import { keyTypes, parseVerifierKey, type VerifierKey } from "#server/audit-log/checkpoints/keys.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { type Env, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/**
 * An independent organisation that cosigns checkpoints, so that this server cannot show two versions of a log
 * undetected.
 */
export type Witness = {
  /** The verifier key, as in the settings and in the log. */
  readonly key: string;
  readonly verifier: VerifierKey;
  /** The address, without a final slash. */
  readonly address: string;
};

const variable = "EVENHAND_WITNESSES";
const example = `such as ${variable}="witness.example.org+1a2b3c4d+BGlt... https://witness.example.org"`;

/**
 * Reads the witnesses that the server's operator configured: verifier key and address of each, separated by commas.
 *
 * @throws StartError, with one sentence
 */
export function readWitnesses(env: Env = process.env): Witness[] {
  const texts = setting(variable, env)
    .split(",")
    .map((text) => text.trim());
  const witnesses = texts.filter((text) => text !== "").map(readWitness);
  if (new Set(witnesses.map(({ key }) => key)).size < witnesses.length) {
    throw new StartError(`${variable} names a witness twice.`);
  }
  return witnesses;
}

function readWitness(text: string): Witness {
  const [key = "", address = "", ...rest] = text.split(/\s+/);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (rest.length > 0 || url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new StartError(`${variable} must hold a verifier key and an address for each witness, ${example}.`);
  }
  return { key, verifier: readKey(key), address: url.href.replace(/\/+$/, "") };
}

function readKey(text: string): VerifierKey {
  try {
    const key = parseVerifierKey(text);
    if (key.type === "ed25519-cosignature") return key;
    throw new StartError(
      `${variable}: ${key.name} is no key of a witness (of type ${keyTypes["ed25519-cosignature"]}).`,
    );
  } catch (cause) {
    if (!(cause instanceof LogError)) throw cause;
    throw new StartError(`${variable}: ${text} is no verifier key (${cause.message}), ${example}.`, {
      cause,
    });
  }
}
