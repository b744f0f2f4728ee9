import { defineConfig } from "drizzle-kit";

process.env.EVENHAND_GENERATE = "pg";

export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/for-generator.ts",
  out: "./db/migrations/pg",
});
