/** 32 bytes in lower-case hex, as the format writes hashes, keys, salts, nonces and links. */
export const hex64Pattern = /^[0-9a-f]{64}$/;
