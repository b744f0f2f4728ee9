#!/bin/bash
# Builds the image of the Dockerfile without Docker and runs it as an orchestrator should: as an unprivileged user, with a
# read-only root and data on volumes alone. Needs Debian (or Ubuntu), root, Debian's packages, npm's registry and 8 GB of disk.
#
#   tests/container/run.sh
#
# buildah builds in a chroot, on a base made with debootstrap in place of the two images that the Dockerfile names. So this does
# not show that those images can be pulled, that Docker builds and starts the image, or how the compose files and an orchestrator
# behave.
set -euo pipefail
cd "$(dirname -- "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "This builds and mounts a root file system: run it as root." >&2; exit 2; }

suite=trixie
port=${PORT:-3180}
work=$(mktemp -d /var/tmp/evenhand-container-XXXXXX)
server=

finish() {
  [ -z "$server" ] || kill -KILL "$server" 2>/dev/null || true
  b rm --all >/dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT

b() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
say() { printf '%s\n' "$*"; }
fail() { say "FAILED  $*"; exit 1; }
ok() { say "ok      $*"; }

missing=()
for program in buildah debootstrap curl; do command -v "$program" >/dev/null || missing+=("$program"); done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get install -y --no-install-recommends "${missing[@]}" >"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log"; fail "apt-get install ${missing[*]}"; }
fi

say "Making the base images (Debian $suite; Node and npm) ..."
base=$(b from scratch)
baseRoot=$(b mount "$base")
debootstrap --variant=minbase --include=ca-certificates "$suite" "$baseRoot" >"$work/debootstrap.log" 2>&1 ||
  { tail -5 "$work/debootstrap.log"; fail "debootstrap"; }
# Registries may be reached through a proxy with a certificate that only this machine knows.
cp /etc/ssl/certs/ca-certificates.crt "$baseRoot/etc/ssl/certs/ca-certificates.crt"
rm -rf "$baseRoot"/var/cache/apt/archives/*.deb "$baseRoot"/var/lib/apt/lists/*
b commit --format docker --quiet "$base" evenhand-trial-base >/dev/null
baseBytes=$(du -sb "$baseRoot" | cut -f1)

build=$(b from --pull-never localhost/evenhand-trial-base)
buildRoot=$(b mount "$build")
node=$(node -p process.execPath)
cp "$node" "$buildRoot/usr/local/bin/node"
mkdir -p "$buildRoot/usr/local/lib/node_modules"
cp -r "$(npm root --global)/npm" "$buildRoot/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$buildRoot/usr/local/bin/npm"
b config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$build"
b commit --format docker --quiet "$build" evenhand-trial-build >/dev/null
b rm "$build" "$base" >/dev/null

say "Building the image from the Dockerfile ..."
b build --isolation chroot --format docker --pull-never --tag evenhand \
  --build-arg BASE=localhost/evenhand-trial-base --build-arg BUILD_BASE=localhost/evenhand-trial-build . \
  >"$work/build.log" 2>&1 || { tail -40 "$work/build.log"; fail "buildah build"; }
grep -E "first answer|\.tar\.gz  |SBOM" "$work/build.log" || true

image=$(b from --pull-never localhost/evenhand)
root=$(b mount "$image")
setting() { b inspect --type image localhost/evenhand | node -e "
  const { Docker: { config } } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  for (const line of [config.$1].flat()) console.log(line);"; }
mapfile -t environment < <(setting Env)
mapfile -t command < <(setting Cmd)
mapfile -t health < <(setting 'Healthcheck.Test.slice(1)')
mapfile -t volumes < <(setting 'Volumes && Object.keys(config.Volumes)')
user=$(setting User)
directory=$(setting WorkingDir)
imageBytes=$(du -sb "$root" | cut -f1)
[ "$user" = 1000:1000 ] || fail "the image runs as $user"
setting 'Labels["org.opencontainers.image.version"]' | grep -q . || fail "the image has no label with its version"
added=$(((imageBytes - baseBytes) / 1000000))
[ $added -le 250 ] || fail "the image adds $added MB to its base, more than 250"
ok "image: $((imageBytes / 1000000)) MB, $added MB of it besides the base"

# What an orchestrator does, by the image's own configuration. Named volumes begin with the owner of the image's folder.
for volume in "${volumes[@]}"; do
  mkdir -p "$work/volumes$volume"
  chown --reference="$root$volume" "$work/volumes$volume"
  chmod --reference="$root$volume" "$work/volumes$volume"
done
inside() {
  # shellcheck disable=SC2016
  exec unshare --mount sh -euc '
    root=$1 work=$2 user=$3 directory=$4
    shift 4
    mount --bind "$root" "$root"
    for volume in "$work"/volumes/*; do mount --bind "$volume" "$root/${volume##*/}"; done
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount -o remount,bind,ro "$root"
    exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" \
      /usr/bin/env --ignore-environment --chdir="$directory" "$@"
  ' inside "$root" "$work" "$user" "$directory" "${environment[@]}" PORT="$port" "NEXTAUTH_URL=http://localhost:$port" \
    EVENHAND_BACKUP_FOLDER=/backups EVENHAND_SECOND_FACTOR=none "$@"
}

(inside sh -c 'awk "\$2 == \"/\" { print \$4 }" /proc/mounts') | grep -q '^ro' || fail "the root is writable"
if (inside "${health[@]}"); then fail "the health check passes although nothing runs"; fi
for program in pg_dump pg_restore; do
  version=$(inside "$program" --version)
  [[ $version == *" 17."* ]] || fail "$version"
  ok "$version"
done

touch "$work/began"
began=$(date +%s%N)
inside "${command[@]}" >"$work/server.log" 2>&1 &
server=$!
attempts=600
until curl --silent --fail --output /dev/null "http://localhost:$port/readyz"; do
  kill -0 "$server" 2>/dev/null || { cat "$work/server.log"; fail "the server ended"; }
  [ $((attempts -= 1)) -gt 0 ] || { cat "$work/server.log"; fail "the server is not ready"; }
  sleep 0.1
done
ok "ready $((($(date +%s%N) - began) / 1000000)) ms after its start, on port $port"
(inside "${health[@]}") || fail "the health check fails"
ok "health check: ${health[*]}"
[ "$(curl --silent "http://localhost:$port/livez")" = "Alive." ] || fail "/livez"
curl --silent --fail "http://localhost:$port/sign-in" | grep -qi "sign in" || fail "the sign-in page"
ok "/livez, /readyz and the sign-in page answer"

attempts=600
until compgen -G "$work/volumes/backups/evenhand-*/checked.json" >/dev/null; do
  [ $((attempts -= 1)) -gt 0 ] || { cat "$work/server.log"; fail "the server made no backup by itself"; }
  sleep 0.1
done
grep -q '"problem": null' "$work"/volumes/backups/evenhand-*/checked.json || fail "the server's backup has a problem"
ok "the server made a backup and restored it on trial"
(inside evenhand backup /backups) | tail -1 | tee "$work/backup.log"
grep -q "replayed" "$work/backup.log" || fail "evenhand backup"
[ -z "$(ls -A "$work/volumes/scratch")" ] || fail "the trial restore left files in /scratch"
ok "evenhand backup restored its backup in TMPDIR and left nothing there"

kill -TERM "$server"
wait "$server" || fail "the server ended with $? after SIGTERM"
server=
if (inside "${health[@]}"); then fail "the health check passes although the server was stopped"; fi
ok "SIGTERM stops the server, which ends with 0"
written=$(find "$root" -xdev -newer "$work/began" -type f | head -5)
[ -z "$written" ] || fail "written outside of the volumes: $written"
[ -s "$work/volumes/data/secrets.json" ] || fail "no data in the volume"
ok "data were written to volumes alone: $(cd "$work/volumes" && find . -type f | wc -l) files"
say "The image passed its smoke test."
