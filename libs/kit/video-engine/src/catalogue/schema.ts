/** The tables. JSON columns are only read as a whole. Times are epoch milliseconds. */
export const schema = `
CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS removals (asset_id TEXT PRIMARY KEY) STRICT;
CREATE TABLE IF NOT EXISTS uploads (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  secret TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  timeout INTEGER NOT NULL,
  cors_origin TEXT NOT NULL,
  settings TEXT NOT NULL,
  test INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  asset_id TEXT,
  error TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS uploads_waiting ON uploads (status, expires_at);
CREATE TABLE IF NOT EXISTS assets (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  playback_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  upload_id TEXT,
  source TEXT NOT NULL,
  passthrough TEXT,
  meta TEXT,
  test INTEGER NOT NULL,
  media TEXT,
  error TEXT,
  trace TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS assets_upload ON assets (upload_id);
CREATE TABLE IF NOT EXISTS tracks (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  details TEXT NOT NULL,
  error TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS tracks_asset ON tracks (asset_id);
CREATE TABLE IF NOT EXISTS renditions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  resolution TEXT NOT NULL,
  status TEXT NOT NULL,
  passthrough TEXT,
  details TEXT NOT NULL,
  error TEXT,
  UNIQUE (asset_id, resolution)
) STRICT;
CREATE TABLE IF NOT EXISTS jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  asset_id TEXT NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  lane TEXT NOT NULL,
  priority INTEGER NOT NULL,
  lease TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  added_at INTEGER NOT NULL DEFAULT (unixepoch() * 1000),
  owner TEXT NOT NULL DEFAULT '',
  turn INTEGER NOT NULL DEFAULT 0,
  trace TEXT,
  UNIQUE (kind, subject_id)
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_turns ON jobs (lane, priority, turn, seq);
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  trace TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS events_due ON events (due_at);
CREATE INDEX IF NOT EXISTS events_subject ON events (subject, seq);
`;
