/** 32 bytes in lower-case hex: the format of hashes, keys, salts, nonces and links. */
export const hex64Pattern = /^[0-9a-f]{64}$/;

/** 64 bytes in lower-case hex: signatures. */
export const hex128Pattern = /^[0-9a-f]{128}$/;

/** 48 bytes: a point of the group G1 of BLS12-381, compressed. */
export const hex96Pattern = /^[0-9a-f]{96}$/;
