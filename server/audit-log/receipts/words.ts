import { wordlist } from "@scure/bip39/wordlists/english.js";
import { asHex } from "../hash.ts";

const bitsAWord = 11;
const wordCount = 6;

/**
 * Returns the first 66 bits of a hash as six of the 2,048 English words of BIP 39: enough for two people to compare by
 * voice. They are not secret. For proof, compare the whole fingerprint.
 *
 * @param hash 64 hex digits
 * @throws LogError "not-hex"
 */
export function receiptWords(hash: string): string[] {
  const rest = BigInt(`0x${asHex(hash)}`);
  return Array.from({ length: wordCount }, (_, place) => {
    const index = (rest >> BigInt(256 - bitsAWord * (place + 1))) & BigInt(2 ** bitsAWord - 1);
    return wordlist[Number(index)] as string;
  });
}
