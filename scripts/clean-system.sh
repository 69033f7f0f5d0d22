# shellcheck shell=bash
# Makes systems of Debian that have nothing but what a fresh one has; shared by the checks that install Fermata in one. To be sourced after
# lib.sh. What is made is kept where FERMATA_DEBIAN_ROOT says, for each suite a directory, else nowhere.

# Removes the root of a system, and before that what is mounted there: nothing of this machine's /proc and /sys is removed.
remove_system() {
    local place
    for place in proc sys/fs/cgroup sys; do
        if mountpoint -q "$1/$place"; then umount "$1/$place"; fi
    done
    rm -rf --one-file-system -- "$1"
}

# The directory of the clean system of a suite that is kept; below the second argument if none is.
clean_system() { printf '%s\n' "${FERMATA_DEBIAN_ROOT:-$2}/$1"; }

# Makes a copy of the clean system of the suite $1 in the new directory $2. What is needed for that lies below $3.
make_system() {
    local suite=$1 system=$2 temporary=$3 kept mirror
    kept=$(clean_system "$suite" "$temporary/clean")
    if [[ ! -d $kept/usr ]]; then
        say "making a clean system of Debian's $suite"
        # The mirror that this machine uses, if it is a Debian itself.
        mirror=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
            sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (http[^ ]+).*/\1/p' | head -n 1) || true
        # What a run has left that was killed.
        remove_system "$kept.new"
        mkdir -p "${kept%/*}"
        debootstrap --variant=minbase "$suite" "$kept.new" "${mirror:-http://deb.debian.org/debian}" >"$temporary/debootstrap.log" 2>&1 ||
            die "debootstrap: $(tail -n 5 "$temporary/debootstrap.log")"
        mv "$kept.new" "$kept"
    fi
    cp -a "$kept" "$system"
    cp /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null || true
    # debootstrap leaves that to Debian's installer; without it nobody finds localhost.
    printf '127.0.0.1\tlocalhost\n::1\tlocalhost\n' >"$system/etc/hosts"
    cp -r /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
    printf '#!/bin/sh\nexit 101\n' >"$system/usr/sbin/policy-rc.d"
    chmod 755 "$system/usr/sbin/policy-rc.d"
}

# Runs a command in the system $1.
in_system() {
    local system=$1
    shift
    chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 "$@"
}
