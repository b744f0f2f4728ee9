import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { externalPackages } from "./scripts/lib/external-packages.mjs";

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run types` checks everything, tests too; a start must not wait for it or fail because of a test.
  typescript: { ignoreBuildErrors: true },
  // No page shows images that need resizing, and Next's image endpoint would request any page of this server without a
  // session.
  images: { unoptimized: true },
  // Titles come with the page: streamed after it, a page has no title for a moment, and a screen reader speaks none.
  htmlLimitedBots: /.*/,
  // A page is loaded when it is first opened: all of them at once make a start slower and take memory.
  experimental: { authInterrupts: true, preloadEntriesOnStart: false },
  serverExternalPackages: externalPackages,
  // The server never resizes an image, and types are checked before it is built.
  outputFileTracingExcludes: { "**": ["node_modules/{@img,sharp,typescript}/**/*"] },
};

/**
 * Builds also make `.next/standalone`, the server without what only a build needs, for `npm run release`. `next start`
 * does not use it and warns about the setting, so it is set for the build alone.
 */
export default (/** @type {string} */ phase) => ({
  ...config,
  ...(phase === PHASE_PRODUCTION_BUILD && { output: "standalone" }),
});
