# Evenhand in one image: docs/operations.md says how it is run, compose.yaml runs it.
# Where this was written there is no Docker: this file was read by a parser and its steps were run without it, and never built.

FROM node:24-slim AS built
WORKDIR /evenhand
COPY package.json package-lock.json .npmrc ./
# The build needs what is for development too.
RUN npm ci --include=dev
COPY . .
RUN npm run build
RUN npm prune --omit=dev && rm -rf .next/cache && node scripts/third-party.mjs THIRD-PARTY.md

FROM node:24-slim
# Not written to while it runs: only the data folder is.
COPY --from=built /evenhand /evenhand
RUN mkdir /data && chown node:node /data && chmod 700 /data
WORKDIR /evenhand
USER node
ENV NODE_ENV=production EVENHAND_DATA=/data EVENHAND_HOST=0.0.0.0
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/run.mjs", "start"]
