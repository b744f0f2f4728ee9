// A server of its own that makes the draw a study awaits: says when it begins, and which round it closed or found closed.
import { connectStore } from "#db/open-store.ts";
import { takeNumber } from "#server/rounds/await-number.ts";
import { testApp } from "#tests/setup/app.ts";

const [location = "{}", studyId = "", beacon = "null"] = process.argv.slice(2);
const store = await connectStore(JSON.parse(location));
const app = { ...testApp(store), now: Date.now, beacon: JSON.parse(beacon) };
process.stdout.write("begins\n");
const { wait, closed } = await takeNumber(app, studyId);
process.stdout.write(`${wait} ${closed}\n`);
process.exit();
