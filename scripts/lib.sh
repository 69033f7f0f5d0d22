# Shared by the scripts beside it: where the package is, and what a machine must have. Sourced, never run.
# shellcheck shell=bash
# shellcheck disable=SC2034  # the lists are for those who source this

# The package's root, wherever the caller stands.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian packages to build with, to run with, and to test with besides.
build_packages=(pkg-config libavformat-dev libavcodec-dev libswresample-dev libavutil-dev
    libpipewire-0.3-dev libspa-0.2-dev libsystemd-dev)
run_packages=(pipewire pipewire-bin wireplumber dbus)
test_packages=(ffmpeg lld python3 socat util-linux)

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Runs a command as root: directly, or through sudo.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "root is needed for: $*. Run it as root, or install sudo."
    fi
}

# Installs those of the named Debian packages that are missing; touches nothing where none is.
need_packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null ||
        fail "these packages are missing, and there is no apt-get to install them: ${missing[*]}"
    say "Installing ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 </dev/null
}

need_swift() {
    command -v swift >/dev/null ||
        fail "Swift 6.3 is needed, and no swift is on the PATH. Get it at swift.org/install."
}

# Builds the two programs for use, with the Swift runtime inside, and prints the folder they are in.
build_release() {
    local options=(--package-path "$root" -c release --static-swift-stdlib)
    swift build "${options[@]}" --product fermatad >&2
    swift build "${options[@]}" --product fermata >&2
    swift build "${options[@]}" --show-bin-path 2>/dev/null
}
