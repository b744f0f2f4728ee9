/* Shared by tests. Each is made once per run, when a test first needs it: see tests/setup/demo-server.ts. */

type Studies = Readonly<
  Record<
    | "twentyPeople"
    | "nothingToJudge"
    | "closesAtOnce"
    | "guarded"
    | "betweenRounds"
    | "toOverride"
    | "toEnd"
    | "toAnnul"
    | "toObject",
    string
  >
>;
type Server = { readonly url: string; readonly data: string };

/** The server with the demo, for tests that do not change the demo. */
export const demoServer = () => shared<Server>("/demo-server");

/** A folder with the demo's data, for a test that starts its own server on a copy. */
export const demoData = () => shared<string>("/demo-data");

/** The server with the studies of children/made-studies.ts, by name. */
export const studiesServer = () => shared<Server & { readonly studies: Studies }>("/studies-server");

async function shared<Made>(path: string): Promise<Made> {
  const answer = await fetch(`${process.env.EVENHAND_E2E_SHARED}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} could not be made: ${text}`);
  return JSON.parse(text);
}
