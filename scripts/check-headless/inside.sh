# shellcheck shell=bash
# What the stages of check-headless share. To be sourced, within the booted system.

name=fermata
failures=0
output=/run/check.output

# check SENTENCE COMMAND…: prints the sentence, and whether the command succeeded.
check() {
    local sentence=$1
    shift
    if "$@" >"$output" 2>&1; then
        echo "ok   $sentence"
    else
        echo "FAIL $sentence: $(tail -n 15 "$output")"
        failures=$((failures + 1))
    fi
}

# Waits until a command succeeds, for some seconds.
until_true() {
    local _
    for _ in {1..200}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    "$@"
}

# Runs a command as the user who plays.
as_user() {
    runuser -u "$name" -- env HOME="$(getent passwd "$name" | cut -d: -f6)" XDG_RUNTIME_DIR="/run/user/$(id -u "$name")" \
        DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$(id -u "$name")/bus" "$@"
}
plays() { as_user fermata status --format '%state%' | grep -qx playing; }
ends() {
    if ((failures)); then
        echo "$failures checks failed"
        exit 1
    fi
}
