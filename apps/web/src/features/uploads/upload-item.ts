import type { UploadSnapshot } from '@vault/upload-client';

/** One file of the queue, as the page shows it. A file that is done leaves the queue. */
export interface UploadItem {
  readonly key: number;
  readonly name: string;
  readonly totalBytes: number;
  /** `saving`: all bytes arrived, the title is on its way. `unsaved`: that failed and can be tried again. */
  readonly phase: 'waiting' | 'sending' | 'saving' | 'unsaved';
  /** `unsaved` only: it is tried again without anybody asking for it. */
  readonly retriesItself: boolean;
  /** Where the transfer stands; null before it began. */
  readonly transfer: UploadSnapshot | null;
}

/** Whether the server could still be waiting for bytes of this file. */
export function isUnderWay(item: UploadItem): boolean {
  return item.phase !== 'waiting' && item.transfer?.state !== 'error' && item.transfer?.state !== 'aborted';
}

/** Whether the server took the file for neither video nor audio, by its first bytes. */
export function isRefused(transfer: UploadSnapshot | null): boolean {
  return transfer?.state === 'error' && transfer.failure?.status === 415;
}
