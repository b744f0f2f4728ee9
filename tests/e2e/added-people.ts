import { v7 } from "uuid";
import { connectStore } from "#db/open-store.ts";
import { emailOf, insertPerson } from "../setup/app.ts";
import { demoPassword } from "./signed-in.ts";

const people = {
  operator: "Olu Operator",
  auditor1: "Amal",
  auditor2: "Bruno",
  auditor3: "Chiara",
  researcher: "Rana Researcher",
  researcher2: "Remo Researcher",
} as const;

/** Adds accounts to a running server without the demo, with the password of the browser tests. */
export async function addPeople(data: string): Promise<void> {
  const store = await connectStore({ dataFolder: data, databaseUrl: undefined });
  const app = { store, newId: v7, now: Date.now };
  for (const [name, displayName] of Object.entries(people)) {
    const platformRole = name === "operator" ? "operator" : "member";
    await insertPerson(app, { email: emailOf(name), displayName, platformRole }, demoPassword);
  }
  await store.close();
}
