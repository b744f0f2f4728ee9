/** Packages left out of bundles, because they contain native code, start their own threads or load parts by name. */
export const externalPackages = [
  "better-sqlite3",
  "@node-rs/argon2",
  "piscina",
  "pino",
  "pg",
  "pg-boss",
  "nodemailer",
  "prom-client",
];
