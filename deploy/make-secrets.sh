#!/bin/sh
# Makes the secrets of the profile microservices in docker-compose.yml: .env from .env.example, with a new value for every
# secret; and in secrets/, the key that signs sessions. What exists is kept, also its mode; a .env of an older version gets the
# secrets that it lacks. MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_WEBHOOK_SECRET, MUX_SIGNING_KEY, MUX_PRIVATE_KEY and JWT_KEYS
# are taken from the environment if they are set there.
set -eu
cd "$(dirname "$0")/.."
umask 077

random() { od -An -v -tx1 -N24 /dev/urandom | tr -d ' \n'; }

# Prints a line of .env.example, with a value if it is a secret.
filled() {
  case "$1" in
    '#'*) printf '%s\n' "$1" ;;
    MUX_PRIVATE_KEY=)
      value=${MUX_PRIVATE_KEY:-$(openssl genrsa 2048 2> /dev/null)}
      # As base64, because a line of .env cannot hold the lines of PEM.
      case "$value" in -----*) value=$(printf '%s\n' "$value" | openssl base64 -A) ;; esac
      printf '%s%s\n' "$1" "$value"
      ;;
    MUX_*=)
      eval "given=\${${1%=}:-}"
      printf '%s%s\n' "$1" "${given:-$(random)}"
      ;;
    *_PASSWORD= | *_SECRET=) printf '%s%s\n' "$1" "$(random)" ;;
    *) printf '%s\n' "$1" ;;
  esac
}

# Adds the secrets of .env.example that .env does not name. A line without a value was emptied on purpose, and stays.
add_missing() {
  added=
  while IFS= read -r line; do
    case "$line" in '#'*) continue ;; MUX_*= | *_PASSWORD= | *_SECRET=) ;; *) continue ;; esac
    if grep -Eq "^[[:space:]]*(export[[:space:]]+)?${line%=}[[:space:]]*=" .env; then continue; fi
    # A last line without an end would become one with the first addition.
    if [ -z "$added" ] && [ -n "$(tail -c 1 .env)" ]; then printf '\n' >> .env; fi
    filled "$line" >> .env
    added="$added ${line%=}"
  done < .env.example
  echo ".env exists and is kept.${added:+ Added:$added}"
}

if [ -e .env ]; then
  add_missing
else
  while IFS= read -r line; do filled "$line"; done < .env.example > .env.new
  mv .env.new .env
  echo 'Made .env.'
fi

if [ -e secrets/jwt-keys.json ]; then
  echo 'secrets/jwt-keys.json exists and is kept.'
else
  mkdir -p secrets
  if [ -n "${JWT_KEYS:-}" ]; then
    printf '%s\n' "$JWT_KEYS" > secrets/jwt-keys.json.new
  else
    pem=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk '{ printf "%s\\n", $0 }')
    printf '[{ "kid": "%s", "pem": "%s" }]\n' "$(date +%Y-%m-%d)" "$pem" > secrets/jwt-keys.json.new
  fi
  # Readable by all because the container has another user; on the host, the folder keeps other users out.
  chmod 644 secrets/jwt-keys.json.new
  mv secrets/jwt-keys.json.new secrets/jwt-keys.json
  echo 'Made secrets/jwt-keys.json.'
fi
