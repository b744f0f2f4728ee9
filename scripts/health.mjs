/**
 * `evenhand health`, for a container's health check: exits with 0 if the server at EVENHAND_HOST and PORT is alive,
 * otherwise with 1.
 */
import { nearAddress, readHost } from "./lib/host.mjs";
import { readPort } from "./lib/port.mjs";

const { EVENHAND_HOST, PORT } = process.env;
const address = nearAddress(readHost(EVENHAND_HOST || undefined), readPort(PORT || undefined));
const isAlive = await fetch(`${address}/livez`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isAlive ? 0 : 1;
