# Where an installation puts its files, by --prefix and DESTDIR; for install and uninstall. Sourced, never run.
# shellcheck shell=bash
# shellcheck disable=SC2034  # the names are for those who source this

prefix=/usr/local
while [ $# -gt 0 ]; do
    case $1 in
        --prefix)
            [ $# -ge 2 ] || fail "--prefix wants a directory"
            prefix=$2
            shift
            ;;
        --prefix=*) prefix=${1#*=} ;;
        *) fail "usage: ${0##*/} [--prefix DIR]" ;;
    esac
    shift
done
case $prefix in
    /*) ;;
    *) fail "the prefix must be an absolute path, and $prefix is not" ;;
esac
prefix=${prefix%/}
stage=${DESTDIR:-}

bin=$prefix/bin
man=$prefix/share/man
bash_completion=$prefix/share/bash-completion/completions/fermata
zsh_completion=$prefix/share/zsh/site-functions/_fermata
fish_completion=$prefix/share/fish/vendor_completions.d/fermata.fish
case $prefix in
    "${HOME:-/nonexistent}"/*)
        # One user's own: the places where systemd and fermatad look for that user.
        units=${XDG_DATA_HOME:-$HOME/.local/share}/systemd/user
        configuration=${XDG_CONFIG_HOME:-$HOME/.config}/fermata/config.toml
        ;;
    *)
        units=$prefix/lib/systemd/user
        # The daemon reads /etc, whatever the prefix.
        configuration=/etc/fermata/config.toml
        ;;
esac
