#!/bin/sh
# Makes what the profile microservices of docker-compose.yml must know and nobody else may: .env out of .env.example,
# with a new value for everything secret, and the key that signs sessions in secrets/. What is there already stays.
set -eu
cd "$(dirname "$0")/.."
umask 077

random() { od -An -v -tx1 -N24 /dev/urandom | tr -d ' \n'; }

if [ -e .env ]; then
  echo '.env is there and stays.'
else
  while IFS= read -r line; do
    case "$line" in
      *_PASSWORD= | *_SECRET= | MUX_TOKEN_ID=) printf '%s%s\n' "$line" "$(random)" ;;
      *) printf '%s\n' "$line" ;;
    esac
  done < .env.example > .env.new
  mv .env.new .env
  echo 'Made .env.'
fi

if [ -e secrets/jwt-keys.json ]; then
  echo 'secrets/jwt-keys.json is there and stays.'
else
  mkdir -p secrets
  pem=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 | awk '{ printf "%s\\n", $0 }')
  printf '[{ "kid": "%s", "pem": "%s" }]\n' "$(date +%Y-%m-%d)" "$pem" > secrets/jwt-keys.json.new
  # The folder keeps others out; the container, which has a user of its own, is handed the file alone.
  chmod 644 secrets/jwt-keys.json.new
  mv secrets/jwt-keys.json.new secrets/jwt-keys.json
  echo 'Made secrets/jwt-keys.json.'
fi
