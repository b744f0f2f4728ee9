#!/usr/bin/env bash
# Makes a bare Debian that has only Node and npm, and runs both commands of README in it, as root and as an ordinary user.
# It needs root, debootstrap, git and npm, and 10 GB of disk. What the commands print is kept in test-results/bare.
#
#   npm run trial -- bare                 all steps
#   npm run trial -- bare start-root ...  some of them, see the end of this file
#
# EVENHAND_BARE_NODE   the version of Node that the bare system has (22)
# EVENHAND_BARE_SUITE  the release of Debian (bookworm)
# EVENHAND_BARE_BASE   a folder in which debootstrap has run already, to save minutes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
project=$PWD
node_version=${EVENHAND_BARE_NODE:-22}
suite=${EVENHAND_BARE_SUITE:-bookworm}
place="/srv/Jürgen Müller/even hand"
port=3000
# The users of the bare system by number, since this machine does not know their names.
declare -A uid=([root]=0 [ada]=1000)

refuse() {
  echo "$1" >&2
  exit 1
}

# In namespaces of its own, so that its mounts and processes are gone when it ends, however it ends.
if [ -z "${EVENHAND_BARE_INSIDE:-}" ]; then
  [ "$(id -u)" = 0 ] || refuse "This trial makes a system with chroot, which takes root: run it as root."
  command -v debootstrap > /dev/null || refuse "debootstrap is missing. Install it with: apt-get install debootstrap"
  work=$(mktemp -d /var/tmp/evenhand-bare-XXXXXX)
  trap 'rm -rf --one-file-system "$work"' EXIT
  EVENHAND_BARE_INSIDE=$work unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@"
  exit
fi
work=$EVENHAND_BARE_INSIDE
results=$project/test-results/bare
mkdir -p "$results"

# The package manager's settings of this machine: a bare machine would have its own to reach the same packages.
copy_settings() {
  local root=$1 file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/apt/auth.conf.d /etc/apt/keyrings \
    /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt "${NODE_EXTRA_CA_CERTS:-}" "$(npm config get globalconfig)"; do
    [ -e "$file" ] || continue
    mkdir -p "$root$(dirname "$file")"
    rm -rf "$root$file"
    cp -rL "$file" "$root$file"
  done
  if [ -e "$HOME/.npmrc" ]; then
    cp "$HOME/.npmrc" "$root/root/.npmrc"
    install -o "${uid[ada]}" -g "${uid[ada]}" -m 600 "$HOME/.npmrc" "$root/home/ada/.npmrc"
  fi
}

make_base() {
  local base=$work/base mirror architecture
  if [ -n "${EVENHAND_BARE_BASE:-}" ]; then
    cp -a "$EVENHAND_BARE_BASE" "$base"
  else
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -1)
    echo "Making a bare Debian ($suite) ..."
    debootstrap --variant=minbase "$suite" "$base" "$mirror" > "$results/debootstrap.log"
  fi
  case $(dpkg --print-architecture) in
    amd64) architecture=x64 ;;
    arm64) architecture=arm64 ;;
    *) refuse "There is no Node for this processor among npm's packages." ;;
  esac
  (cd "$work" && npm pack --silent "node-linux-$architecture@$node_version" "npm@10" > "$work/packed")
  tar -xzf "$work/$(head -1 "$work/packed")" -C "$base/usr/local" --strip-components=1 package/bin/node
  mkdir -p "$base/usr/local/lib/node_modules/npm"
  tar -xzf "$work/$(tail -1 "$work/packed")" -C "$base/usr/local/lib/node_modules/npm" --strip-components=1
  for program in npm npx; do
    ln -sf "../lib/node_modules/npm/bin/$program-cli.js" "$base/usr/local/bin/$program"
    chmod +x "$base/usr/local/lib/node_modules/npm/bin/$program-cli.js"
  done
  chroot "$base" useradd --create-home --uid "${uid[ada]}" ada
  copy_settings "$base"
}

# A copy of the bare system, with the committed tree in it, for one user.
make_root() {
  local root=$work/$1 user=$2
  [ -e "$root" ] && return
  cp -a "$work/base" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  copy_tree "$root" "$user"
}

copy_tree() {
  local target="$1$place"
  rm -rf "$target"
  mkdir -p "$target"
  git archive HEAD | tar -x -C "$target"
  chown -R "${uid[$2]}" "$(dirname "$target")"
}

# in_root ROOT USER COMMAND...: runs a command in the tree. Of this machine's environment only what reaches the registries.
in_root() {
  local root=$work/$1 user=$2 home=/root
  shift 2
  [ "$user" = root ] || home=/home/$user
  env -i PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin HOME="$home" "${reaching[@]}" \
    chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$place" "$@"
}
reaching=()
for name in NODE_EXTRA_CA_CERTS http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
  [ -n "${!name:-}" ] && reaching+=("$name=${!name}")
done

# npm start, until the address that it prints answers; then it is stopped.
try_start() {
  local root=$1 user=$2 log=$results/start-$2.log pid code=0 began=$SECONDS
  make_root "$root" "$user"
  in_root "$root" "$user" npm start -- --port "$port" > "$log" 2>&1 &
  pid=$!
  until grep -q "running at" "$log"; do
    kill -0 "$pid" 2> /dev/null || { tail -50 "$log"; refuse "npm start as $user ended before it served."; }
    sleep 1
  done
  local address
  address=$(sed -n 's/.*running at \(http[^ ]*\).*/\1/p' "$log" | head -1)
  node -e 'fetch(process.argv[1]).then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))' "$address" ||
    refuse "npm start as $user printed $address, which does not answer with a page."
  # The shell that runs the function does not pass signals on: its child is npm.
  kill -TERM $(cat "/proc/$pid/task/$pid/children")
  wait "$pid" || code=$?
  echo "npm start as $user: $address answered after $((SECONDS - began)) s; it ended with $code when it was stopped"
  [ "$code" = 0 ] || refuse "A stopped npm start should end with 0."
}

# CI=true npm test, which has to pass with nothing skipped.
try_test() {
  local root=$1 user=$2 log=$results/test-$2.log code=0
  make_root "$root" "$user"
  chown -R "${uid[$user]}" "$work/$root$place"
  in_root "$root" "$user" env CI=true npm test > "$log" 2>&1 || code=$?
  echo "CI=true npm test as $user: $(tail -1 "$log")"
  [ "$code" = 0 ] || { tail -100 "$log"; refuse "CI=true npm test as $user failed ($code)."; }
  tail -1 "$log" | grep -q "passed, 0 failed, 0 skipped" || refuse "CI=true npm test as $user skipped something."
  [ -z "$(ls -A "$work/$root/etc/postgresql" 2> /dev/null)" ] || refuse "The test run left a PostgreSQL that starts at boot."
}

# Without root or sudo nothing can be installed: the run fails, and says for each program how to install it.
try_missing() {
  local root=$1 user=$2 log=$results/missing-$2.log code=0 package
  make_root "$root" "$user"
  in_root "$root" "$user" env CI=true npm test > "$log" 2>&1 || code=$?
  [ "$code" = 1 ] || refuse "CI=true npm test without the programs should end with 1, and ended with $code."
  for package in chromium-headless-shell postgresql python3-venv strace; do
    grep -q "not installed and could not be installed.*Install it with: sudo apt-get install --no-install-recommends $package\$" "$log" ||
      { tail -50 "$log"; refuse "It does not say how to install $package."; }
  done
  echo "CI=true npm test as $user without the programs says how to install all four"
}

make_base
for step in "${@:-start-root start-user missing-user test-root test-user}"; do
  for name in $step; do
    case $name in
      start-root) try_start first root ;;
      start-user) try_start second ada ;;
      missing-user) try_missing second ada ;;
      test-root) try_test first root ;;
      # In the same root, where the run before has installed the programs.
      test-user) try_test first ada ;;
      *) refuse "There is no step $name: start-root, start-user, missing-user, test-root, test-user." ;;
    esac
  done
done
