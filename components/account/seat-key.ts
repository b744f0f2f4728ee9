/**
 * Creates the key with which this device seals for the seat that an invitation link gives. Returns undefined if the
 * browser cannot create one.
 */
export const seatKey = async () => (await import("#components/account/device-keys.ts")).keyForLink();
