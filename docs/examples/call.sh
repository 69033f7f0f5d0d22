#!/bin/sh
# Calls a method of fermatad and prints the reply.
#
# usage: call.sh METHOD [PARAMETERS]
#   call.sh status
#   call.sh seek '{"fraction": 0.5}'
#   call.sh player.stopAfter '{"minutes": 30, "fade": 20}'
#
# Ends with 0 if it worked, 1 if fermatad refused, and 3 if no daemon answers. Needs socat.

socket=${FERMATA_SOCKET:-${XDG_RUNTIME_DIR:?}/fermata/control.sock}
method=${1:?which method?}
parameters=${2:-}
[ -n "$parameters" ] || parameters='{}'

# The daemon still answers when it sees that nothing more will come, and then closes the connection.
reply=$(printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' "$method" "$parameters" |
    socat -t 60 - "UNIX-CONNECT:$socket") || exit 3
printf '%s\n' "$reply"

case $reply in
    '{"jsonrpc":"2.0","id":1,"result":'*) exit 0 ;;
    *) exit 1 ;;
esac
