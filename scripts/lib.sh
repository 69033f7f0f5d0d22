# shellcheck shell=bash
# What the scripts share. To be sourced; sets `root`, the package's directory.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# The name of this release of Debian, or nothing on another system.
release_of_debian() { (. /etc/os-release && [[ $ID == debian ]] && printf %s "$VERSION_CODENAME") 2>/dev/null || true; }

# Libraries that are packages of another name from release to release.
case $(release_of_debian) in
    bookworm)
        renamed_libraries=(libcurl3-gnutls libflac12 libgnutls30)
        renamed_for_toolchain=(libcurl4)
        ;;
    *)
        renamed_libraries=(libcurl3t64-gnutls libflac14 libgnutls30t64)
        renamed_for_toolchain=(libcurl4t64)
        ;;
esac

# Debian packages, by what they are needed for.
# shellcheck disable=SC2034
build_packages=(libavformat-dev libavcodec-dev libswresample-dev libavutil-dev libpipewire-0.3-dev libspa-0.2-dev
    libsystemd-dev libcurl4-gnutls-dev libflac-dev libwavpack-dev libebur128-dev libgnutls28-dev libsqlite3-dev libpcre2-dev
    libtag1-dev libchromaprint-dev pkg-config)
# shellcheck disable=SC2034
run_packages=(pipewire pipewire-bin wireplumber dbus ca-certificates libidn2-0 libwavpack1 libebur128-1 libchromaprint1
    "${renamed_libraries[@]}")
# What an unpacked toolchain is run by, and the compiler links with.
# shellcheck disable=SC2034
toolchain_packages=(git ca-certificates binutils g++ libc6-dev libedit2 libncurses6 libsqlite3-0 libxml2 lld zlib1g-dev
    "${renamed_for_toolchain[@]}")
# shellcheck disable=SC2034
room_packages=(snapserver snapclient)
# shellcheck disable=SC2034
test_packages=(pipewire-pulse ffmpeg bindfs zsh fish systemd libglib2.0-bin openssl socat lld python3 python3-mutagen sqlite3 mpd mpv mpv-mpris playerctl vorbis-tools
    libchromaprint-tools opus-tools flac musepack-tools wavpack speex nghttp2-server avahi-daemon avahi-utils tmux "${room_packages[@]}")
# shellcheck disable=SC2034
picture_packages=(ffmpeg python3 python3-pyte)
# The clients of MPD that scripts/check-mpd-clients drives, and the terminal and the display that they draw on.
# shellcheck disable=SC2034
mpd_client_packages=(python3 ffmpeg util-linux tmux mpc ncmpc ncmpcpp mpdscribble mpdris2 mpd-sima python3-mpd
    python3-mutagen cantata xvfb xdotool imagemagick x11-utils)
# The browser that scripts/check-remote drives, and what the music for it is made with.
# shellcheck disable=SC2034
remote_packages=(chromium ffmpeg fonts-noto-core python3 python3-mutagen python3-venv python3-websocket util-linux)
# shellcheck disable=SC2034
lint_packages=(shellcheck mandoc python3 python3-websocket)

say() { printf '==> %s\n' "$*" >&2; }

die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Whether one of a script's arguments asks how it is used.
asks_for_help() {
    local argument
    for argument in "$@"; do
        if [[ $argument == -h || $argument == --help ]]; then return 0; fi
    done
    return 1
}

# Prints the comment at the head of the script and ends it, if one of its arguments asks how it is used.
answer_help() {
    asks_for_help "$@" || return 0
    sed -n '1d; /^#/!q; /^# shellcheck/!s/^# \{0,1\}//p' "$0"
    exit 0
}

# For a script without arguments: refuses any.
no_arguments() {
    (($# == 0)) || die "unknown argument '$1' (--help tells more)"
}

# Installs those of the named Debian packages that are missing; does nothing, and asks nobody, where all are there.
install_missing() {
    local package missing=() elevate=()
    command -v dpkg-query >/dev/null ||
        die "this is no Debian system: install the equivalents of '$*' by hand, then use swift build and swift test"
    for package in "$@"; do
        # shellcheck disable=SC2016
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || die "apt-get is not here; install these packages by hand: ${missing[*]}"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || die "without sudo, root must install: apt-get install ${missing[*]}"
        elevate=(sudo)
    fi
    say "installing ${missing[*]}"
    # One script after the other, where several begin at once: apt does not wait for itself.
    elevate+=(env DEBIAN_FRONTEND=noninteractive flock /run/lock/fermata-packages)
    # Everything goes to standard error: standard output belongs to what the script is for.
    "${elevate[@]}" apt-get update -qq </dev/null >&2
    "${elevate[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >&2
}

need_swift() {
    command -v swift >/dev/null ||
        die "no 'swift' in PATH: install a package, which needs no Swift (README.md says where packages are, docs/packaging.md how one is" \
            "made), or the Swift 6.3 toolchain from https://www.swift.org/install/linux/"
}

# Sets `scratch` to the build directory: .build, or one of the user's own where .build belongs to somebody else.
choose_scratch() {
    scratch=$root/.build
    if [[ -e $scratch && ! -O $scratch || ! -e $scratch && ! -w $root ]]; then
        scratch=${XDG_CACHE_HOME:-$HOME/.cache}/fermata-build/$(printf %s "$root" | cksum | cut -d' ' -f1)
        say "building in $scratch, because $root/.build is another user's"
    fi
}

# Builds both programs optimised, with the Swift runtime inside, and sets `bin` to their directory.
build_release() {
    need_swift
    choose_scratch
    local product options=(--package-path "$root" --scratch-path "$scratch" -c release --static-swift-stdlib)
    say "building the release programs (the first time takes minutes)"
    for product in fermatad fermata; do swift build "${options[@]}" --product "$product" </dev/null >&2; done
    # shellcheck disable=SC2034
    bin=$(swift build "${options[@]}" --show-bin-path)
}
