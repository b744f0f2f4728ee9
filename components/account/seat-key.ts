/** The key with which this device seals for the seat that comes with a link; undefined where the browser makes none. */
export const seatKey = async () => (await import("#components/account/device-keys.ts")).keyForLink();
