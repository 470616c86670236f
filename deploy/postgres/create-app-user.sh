#!/bin/sh
# Run once by the database's image on an empty volume: the user of api and worker, who owns nothing; migrate grants what it needs.
set -eu
psql -v ON_ERROR_STOP=1 -v name="${APP_USER:-paywages_app}" -v password="$(cat "$APP_PASSWORD_FILE")" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role :"name" login password :'password';
SQL
