import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { messageOf } from "#server/audit-log/beacon/verify.ts";
import { type BeaconChain, beaconTime, type StudyBeacon } from "#server/audit-log/beacon-chain.ts";
import type { Beacon } from "#server/platform/beacons/settings.ts";

const { shortSignatures } = bls12_381;
const secret = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const key = shortSignatures.getPublicKey(secret).toHex();

/** A chain of the tests' own, with real keys: one number a second from some moment on. */
export function testChain(genesis: number, period = 1): BeaconChain {
  const chain = createHash("sha256").update(`${key} ${genesis} ${period}`).digest("hex");
  return { scheme: "bls-unchained-g1-rfc9380", chain, key, genesis, period };
}

/** The number itself, which only the holder of the secret can make. */
export function testNumber(round: number): string {
  const point = shortSignatures.hash(messageOf(round), "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_");
  return shortSignatures.sign(point, secret).toHex();
}

/** What a relay answers instead of the truth. */
export type Lie = "silent" | "error" | "garbage" | "long" | "forged" | "other-round" | "hangs";

export type TestBeacon = Beacon & {
  readonly beacon: StudyBeacon;
  /** How often a relay was asked for a number that was out. */
  asked: number;
  /** What it does from here on; null: tells the truth. */
  lie: Lie | null;
  readonly close: () => Promise<void>;
};

/**
 * A relay of such a chain over real HTTP, which knows no number before its time.
 *
 * @param now the clock that its time is measured by
 */
export async function startBeacon(
  now: () => number,
  { delay = 3, period = 1, chain = testChain(Math.floor(now() / 1_000) - 1_000, period) } = {},
): Promise<TestBeacon> {
  const numbers = new Map<number, string>();
  const server = createServer((request, response) => {
    const round = Number(new RegExp(`^/${chain.chain}/public/(\\d+)$`).exec(request.url ?? "")?.[1]);
    if (running.lie === "hangs") return;
    if (running.lie === "silent") {
      request.socket.destroy();
      return;
    }
    if (running.lie === "error" || !Number.isInteger(round) || now() < beaconTime(chain, round)) {
      response.writeHead(running.lie === "error" ? 500 : 404).end();
      return;
    }
    running.asked += 1;
    const signature = numbers.get(round) ?? testNumber(round);
    numbers.set(round, signature);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(answer(running.lie, round, signature));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const running: TestBeacon = {
    beacon: { ...chain, delay },
    relays: [`http://127.0.0.1:${port}`],
    asked: 0,
    lie: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}

function answer(lie: Lie | null, round: number, signature: string): string {
  if (lie === "garbage") return "<html>";
  if (lie === "long") return `{"padding":"${" ".repeat(10_000)}"}`;
  if (lie === "forged") return JSON.stringify({ round, signature: testNumber(round + 1) });
  return JSON.stringify({ round: lie === "other-round" ? round + 1 : round, signature });
}
