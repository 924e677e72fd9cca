export { ConsumerLock } from './consumer-lock.ts';
export { EmbeddedLog } from './embedded-log.ts';
export { OutstandingReader, type OutstandingRecord, type StoredLetter } from './read-outstanding.ts';
export type { RetentionBounds } from './retention.ts';
