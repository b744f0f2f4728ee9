import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const text = (data: Uint8Array) => Buffer.from(data).toString("base64url");

type Place = { origin?: string; rpId?: string; counts?: boolean };

/** A virtual device that makes one passkey and signs with it, by WebAuthn 2, sections 5 and 6. */
export function makePasskey({
  origin = "http://localhost:3000",
  rpId = "localhost",
  counts = true,
}: Place = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let count = 0;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** @param flags user present 1, attested data 64 */
  function authenticatorData(flags: number, attested: Uint8Array = new Uint8Array()): Buffer {
    if (counts) count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counter, attested]);
  }

  const answer = { id: text(id), rawId: text(id), type: "public-key", clientExtensionResults: {} } as const;

  return {
    id: text(id),
    /** The result of `navigator.credentials.create`. */
    create(challenge: string) {
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(65, attested))],
      ]);
      const attestationObject = text(isoCBOR.encode(attestation as never));
      const clientDataJSON = text(clientData("webauthn.create", challenge));
      return { ...answer, response: { clientDataJSON, attestationObject } };
    },
    /** The result of `navigator.credentials.get`. */
    get(challenge: string) {
      const client = clientData("webauthn.get", challenge);
      const data = authenticatorData(1);
      const signature = sign("sha256", Buffer.concat([data, hash(client)]), privateKey);
      const signed = { authenticatorData: text(data), signature: text(signature) };
      return { ...answer, response: { clientDataJSON: text(client), ...signed } };
    },
  };
}
