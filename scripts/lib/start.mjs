import { bootstrap } from "./bootstrap.mjs";
import { build, isBuilt } from "./build.mjs";
import { assertWritable, dataFolder } from "./data-folder.mjs";
import { main } from "./lifecycle.mjs";
import { assertPortFree } from "./port.mjs";
import { prepare, seedDemo } from "./prepare.mjs";
import { serve } from "./serve.mjs";
import { readStartOptions, startHelp } from "./start-options.mjs";

/** `npm start`: from a fresh clone to a server that answers. */
export function startEvenhand() {
  // Stopping a server is no failure, so npm has nothing to report.
  return main(startAndServe, { codeOnSignal: 0 });
}

async function startAndServe() {
  const { help, demo, port } = readStartOptions(process.argv.slice(2), process.env);
  if (help) return say(startHelp);
  const folder = dataFolder(process.env);
  await assertPortFree(port);
  assertWritable(folder);
  await bootstrap("scripts/start.mjs");

  if (!isBuilt()) {
    say("Building, about half a minute ...\n");
    await build();
  }
  const address = `http://localhost:${port}`;
  const env = environment(folder, port, address);
  const token = await prepare(env);
  const aboutDemo = demo ? await seedDemo(env) : "";
  await assertPortFree(port);
  const { ended } = await serve(port, env);
  say(`Evenhand is running at ${address}\n`);
  // The demonstration brings its own administrator.
  if (token && !demo) say(`Create the first administrator: ${address}/invitation/${token} (works once)\n`);
  say(aboutDemo);
  await ended;
  return 1;
}

function environment(folder, port, address) {
  return {
    ...process.env,
    EVENHAND_DATA: folder,
    PORT: String(port),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || address,
  };
}

function say(text) {
  process.stdout.write(text);
  return 0;
}
