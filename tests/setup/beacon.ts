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

/** A test chain with real keys: one number per second from a start time on. */
export function testChain(genesis: number, period = 1): BeaconChain {
  const chain = createHash("sha256").update(`${key} ${genesis} ${period}`).digest("hex");
  return { scheme: "bls-unchained-g1-rfc9380", chain, key, genesis, period };
}

/** Makes a number, which only the holder of the secret can. */
export function testNumber(round: number): string {
  const point = shortSignatures.hash(messageOf(round), "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_");
  return shortSignatures.sign(point, secret).toHex();
}

/** The wrong answers of a relay. */
export type Lie = "silent" | "error" | "garbage" | "long" | "forged" | "other-round" | "hangs";

export type TestBeacon = Beacon & {
  readonly beacon: StudyBeacon;
  /** The number of requests for a published number. */
  asked: number;
  /** Its wrong answer from now on; null: it answers correctly. */
  lie: Lie | null;
  readonly close: () => Promise<void>;
};

/**
 * Starts a relay of such a chain over real HTTP, which publishes no number before its time.
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
