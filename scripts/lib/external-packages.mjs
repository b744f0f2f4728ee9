/** Packages that no bundle contains, because they hold machine code, start threads of their own or load parts by name. */
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
