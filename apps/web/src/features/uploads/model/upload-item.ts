import type { UploadSnapshot } from '@vault/upload-client';

/** One file of the queue, as the page shows it. A finished file leaves the queue. */
export interface UploadItem {
  readonly key: number;
  readonly name: string;
  readonly totalBytes: number;
  /** `saving`: all bytes arrived, the title is being saved. `unsaved`: that failed and can be retried. */
  readonly phase: 'waiting' | 'sending' | 'saving' | 'unsaved';
  /** `unsaved` only: it will be retried automatically. */
  readonly hasAutoRetry: boolean;
  /** The state of the transfer; null before it began. */
  readonly transfer: UploadSnapshot | null;
}

/** Shown for an upload whose phase is `unsaved`. */
export const titleNotSaved = 'The file arrived, but its title was not saved.';

/** Whether the server could still be waiting for bytes of this file. */
export function isUnderWay(item: UploadItem): boolean {
  return item.phase !== 'waiting' && item.transfer?.state !== 'error' && item.transfer?.state !== 'aborted';
}

/** Whether the server refused the file, because its first bytes are neither video nor audio. */
export function isRefused(transfer: UploadSnapshot | null): boolean {
  return transfer?.state === 'error' && transfer.failure?.status === 415;
}
