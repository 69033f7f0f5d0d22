# shellcheck shell=bash
# Where an installation puts its files; shared by install and uninstall so that the one removes exactly what the other put there.
# Reads `prefix` and `programs`, sets the directories. DESTDIR is not part of them.

# shellcheck disable=SC2034
parse_prefix() {
    prefix=/usr/local
    if ((EUID != 0)); then prefix=$HOME/.local; fi
    programs=
    while (($#)); do
        case $1 in
            --prefix)
                (($# > 1)) || die "--prefix needs a directory"
                prefix=$2
                shift
                ;;
            --prefix=*) prefix=${1#*=} ;;
            --programs)
                (($# > 1)) || die "--programs needs a directory"
                programs=$2
                shift
                ;;
            -h | --help)
                usage
                exit 0
                ;;
            *) die "unknown argument '$1' (--help tells more)" ;;
        esac
        shift
    done
    [[ $prefix == /* ]] || die "the prefix must be an absolute path: $prefix"
    prefix=${prefix%/}
}

# shellcheck disable=SC2034
set_layout() {
    bin_directory=$prefix/bin
    man_directory=$prefix/share/man
    document_directory=$prefix/share/doc/fermata
    bash_directory=$prefix/share/bash-completion/completions
    fish_directory=$prefix/share/fish/vendor_completions.d
    zsh_directory=$prefix/share/zsh/site-functions
    unit_directory=$prefix/lib/systemd/user
    case $prefix in
        /usr)
            configuration=/etc/fermata/config.toml
            # Debian, and what is made of it, leaves site-functions to the administrator.
            if [[ -e /etc/debian_version ]]; then zsh_directory=$prefix/share/zsh/vendor-completions; fi
            ;;
        /usr/local) configuration=/etc/fermata/config.toml ;;
        "$HOME"/*)
            configuration=${XDG_CONFIG_HOME:-$HOME/.config}/fermata/config.toml
            unit_directory=${XDG_DATA_HOME:-$HOME/.local/share}/systemd/user
            ;;
        *) configuration=$prefix/etc/fermata/config.toml ;;
    esac
    application_directory=$prefix/share/applications
    icon_directory=$prefix/share/icons/hicolor
    metainfo_directory=$prefix/share/metainfo
    pristine=$document_directory/config.toml
    destination=${DESTDIR:-}
}
