import { defineConfig } from "drizzle-kit";

process.env.EVENHAND_GENERATE = "sqlite";

export default defineConfig({
  dialect: "sqlite",
  schema: "./db/schema/for-generator.ts",
  out: "./db/migrations/sqlite",
});
