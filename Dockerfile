# Evenhand in one image, from the same folder that `npm run release` packs. docs/operations.md says how to run it, compose.yaml runs
# it. tests/container/run.sh builds it with buildah on bases of its own: the two images below were never pulled, and their digests
# are not known here. To pin them, give them as arguments: --build-arg BASE=debian:13-slim@sha256:...

# Any Node from 20 with npm: the release brings the Node 24 of package-lock.json.
ARG BUILD_BASE=node:24-trixie-slim
# Debian 13, whose PostgreSQL is version 17.
ARG BASE=debian:13-slim

FROM ${BUILD_BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The build needs the development dependencies too.
RUN npm ci --include=dev
COPY . .
# The folder alone, not the archive next to it.
RUN npm run release && mv .build/release/evenhand-*/ /evenhand

FROM ${BASE}
# The major version of your PostgreSQL: backups are made by its pg_dump and restored by its pg_restore.
ARG POSTGRES=17
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Evenhand" \
  org.opencontainers.image.description="Decisions about people, learned from one-sided feedback and kept individually fair by a panel." \
  org.opencontainers.image.version="${VERSION}"
# pg_dump and pg_restore are copied out of their package, since its wrapper scripts need 50 MB of Perl.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libpq5 liblz4-1 libzstd1 libxxhash0 zlib1g \
  && cd /tmp && apt-get download postgresql-client-${POSTGRES} \
  && dpkg --extract postgresql-client-*.deb client \
  && mv client/usr/lib/postgresql/${POSTGRES}/bin/pg_dump client/usr/lib/postgresql/${POSTGRES}/bin/pg_restore /usr/local/bin/ \
  && rm -rf /tmp/* /var/lib/apt/lists/* /var/cache/apt/* /var/log/*.log
RUN useradd --uid 1000 --home-dir /data --shell /usr/sbin/nologin evenhand \
  && install -d -m 700 -o evenhand -g evenhand /data /backups /marks /scratch \
  && ln -s /opt/evenhand/evenhand /usr/local/bin/evenhand
COPY --from=build /evenhand /opt/evenhand
WORKDIR /opt/evenhand
USER 1000:1000
# A backup is tried by restoring it in TMPDIR, which takes as much room as the database and must not be memory.
ENV EVENHAND_DATA=/data EVENHAND_MARKS=/marks EVENHAND_HOST=0.0.0.0 PORT=3000 TMPDIR=/scratch
VOLUME /data /backups /marks /scratch
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["evenhand", "health"]
CMD ["evenhand", "start"]
