/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run types` checks everything, tests too; a start must not wait for it or fail because of a test.
  typescript: { ignoreBuildErrors: true },
  experimental: { authInterrupts: true },
  serverExternalPackages: ["better-sqlite3", "@node-rs/argon2", "piscina", "pino", "pg", "nodemailer"],
};

export default config;
