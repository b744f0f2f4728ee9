/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  experimental: { authInterrupts: true },
  serverExternalPackages: ["better-sqlite3", "@node-rs/argon2", "piscina", "pino", "pg"],
};

export default config;
