const OLDEST_MAJOR = 20;
// better-sqlite3 crashes below this level of Node-API instead of saying so.
const NODE_API = 10;

/** Whether these scripts can begin on this Node: the sentence to show, or undefined. */
export function nodeComplaint(versions) {
  if (Number(versions.node.split(".")[0]) >= OLDEST_MAJOR) return undefined;
  return `Evenhand needs Node ${OLDEST_MAJOR} or later to start and this is ${versions.node}: install a newer Node from https://nodejs.org.`;
}

/** Whether the application itself can run on this Node: the sentence to show, or undefined. */
export function nodeApiComplaint(versions) {
  if (Number(versions.napi) >= NODE_API) return undefined;
  return `Evenhand runs on Node 24 and node_modules holds ${versions.node}: delete node_modules and run npm start again.`;
}
