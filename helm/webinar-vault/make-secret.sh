#!/bin/sh
# Prints the Secret of an installation: generates passwords and keys, and takes the other values from the environment.
#
#   MONGO_URL='mongodb://mongo:27017/?replicaSet=rs0' MONGO_ADMIN_URL='mongodb://root:…@mongo:27017/admin?replicaSet=rs0' \
#     sh make-secret.sh vault | kubectl --namespace webinars create --filename -
#
# `create`, not `apply`, so that an existing Secret is never overwritten. It also reads ADMIN_PASSWORD, OPENAI_API_KEY,
# SPEECH_API_KEY, SMTP_URL, MEDIA_ACCESS_KEY_ID, MEDIA_SECRET_ACCESS_KEY, MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_WEBHOOK_SECRET,
# MUX_SIGNING_KEY, MUX_PRIVATE_KEY and JWT_KEYS. It needs openssl.
#
# With --missing it reads the keys that a Secret has, one in a line, and prints a patch with those that it lacks:
#
#   kubectl --namespace webinars get secret vault --output go-template='{{range $key, $_ := .data}}{{$key}}{{"\n"}}{{end}}' |
#     sh make-secret.sh --missing vault | kubectl --namespace webinars patch secret vault --patch-file /dev/stdin
set -eu
usage='Say the name of the Secret: make-secret.sh [--missing] vault'
existing=
if [ "${1:-}" = --missing ]; then
  shift
  existing=$(cat)
  # Without the keys every password would be replaced.
  case "$existing" in *-mongo-password* | *rpc-secret* | *jwt-keys*) ;; *)
    echo 'No key of the product was read: the Secret is not there, or has another name.' >&2
    exit 1
    ;;
  esac
fi
name=${1:?$usage}

random() { openssl rand -hex 24; }
lacks() { ! printf '%s\n' "$existing" | grep -qx "$1"; }
# Writes the value as a YAML string in single quotes.
put() { if lacks "$1"; then printf "  %s: '%s'\n" "$1" "$(printf '%s' "$2" | sed "s/'/''/g")"; fi; }
# Only if the value is set.
given() { if [ -n "$2" ]; then put "$1" "$2"; fi; }

printf 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\ntype: Opaque\nstringData:\n' "$name"
given mongo-url "${MONGO_URL:-}"
given mongo-admin-url "${MONGO_ADMIN_URL:-}"
for service in admin auth chaptering clip migrate portal search upload video-engine; do
  put "$service-mongo-password" "$(random)"
done
for service in admin auth chaptering clip gateway migrate portal search upload; do
  put "$service-kafka-password" "$(random)"
done
put rpc-secret "$(random)"
put mux-token-id "${MUX_TOKEN_ID:-$(random)}"
put mux-token-secret "${MUX_TOKEN_SECRET:-$(random)}"
put mux-webhook-secret "${MUX_WEBHOOK_SECRET:-$(random)}"
put mux-signing-key "${MUX_SIGNING_KEY:-$(random)}"
if lacks mux-private-key; then
  private_key=${MUX_PRIVATE_KEY:-$(openssl genrsa 2048 2> /dev/null)}
  # As base64, because YAML would join the lines of PEM.
  case "$private_key" in -----*) private_key=$(printf '%s\n' "$private_key" | openssl base64 -A) ;; esac
  put mux-private-key "$private_key"
fi
put admin-password "${ADMIN_PASSWORD:-$(random)}"
given media-access-key-id "${MEDIA_ACCESS_KEY_ID:-}"
given media-secret-access-key "${MEDIA_SECRET_ACCESS_KEY:-}"
given openai-api-key "${OPENAI_API_KEY:-}"
given speech-api-key "${SPEECH_API_KEY:-}"
given smtp-url "${SMTP_URL:-}"
given admin-oidc-client-secret "${ADMIN_OIDC_CLIENT_SECRET:-}"
if [ -z "${JWT_KEYS:-}" ]; then
  pem=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 2> /dev/null | awk '{ printf "%s\\n", $0 }')
  JWT_KEYS="[{ \"kid\": \"$(date +%Y-%m-%d)\", \"pem\": \"$pem\" }]"
fi
put jwt-keys "$JWT_KEYS"
