/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run types` checks everything, tests too; a start must not wait for it or fail because of a test.
  typescript: { ignoreBuildErrors: true },
  // No page has pictures to be made smaller, and the door for it would ask this server for any page without a session.
  images: { unoptimized: true },
  experimental: { authInterrupts: true },
  serverExternalPackages: [
    "better-sqlite3",
    "@node-rs/argon2",
    "piscina",
    "pino",
    "pg",
    "pg-boss",
    "nodemailer",
    "prom-client",
  ],
};

export default config;
