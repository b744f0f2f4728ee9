// A server process that makes a study's pending draw: it prints when it begins, and the wait before the next try.
import { connectStore } from "#db/open-store.ts";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { testApp } from "#tests/setup/app.ts";

const [location = "{}", studyId = "", beacon = "null"] = process.argv.slice(2);
const store = await connectStore(JSON.parse(location));
const app = { ...testApp(store), now: Date.now, beacon: JSON.parse(beacon) };
process.stdout.write("begins\n");
process.stdout.write(`${await takeNumbers(app, studyId)}\n`);
process.exit();
