const OLDEST_MAJOR = 20;

/** Returns why these scripts cannot run on this version of Node, or undefined. */
export function nodeComplaint(versions) {
  if (Number(versions.node.split(".")[0]) >= OLDEST_MAJOR) return undefined;
  return `Evenhand needs Node ${OLDEST_MAJOR} or later to start and this is ${versions.node}: install a newer Node from https://nodejs.org.`;
}
