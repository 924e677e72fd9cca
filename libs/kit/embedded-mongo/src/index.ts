export { DatabaseClock } from './clock/database-clock.ts';
export { createEmbeddedDriver, type EmbeddedDriver } from './create-embedded-driver.ts';
export { failureOf } from './client/embedded-store.ts';
export { holdFile } from './storage/hold-file.ts';
export { sqliteFailureOf, type SqliteFailure } from './errors/sqlite-failure.ts';
export { UnsupportedOperatorError } from './errors/unsupported-operator-error.ts';
