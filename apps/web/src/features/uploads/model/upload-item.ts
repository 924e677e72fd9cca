import type { UploadSession } from '@vault/contracts';
import type { UploadSnapshot } from '@vault/upload-client';
import { ownWorkspace } from '../../../api/http/workspace-header.ts';

/** A session on the server, and the workspace that it belongs to; without one the own workspace. */
export type JobSession = UploadSession & { readonly workspace?: string };

/** One file of the queue, as the page shows it. A finished file leaves the queue. */
export interface UploadItem {
  readonly key: number;
  readonly name: string;
  readonly totalBytes: number;
  /** The id of the workspace that was shown when the file was added. */
  readonly workspace: string;
  /** `saving`: all bytes arrived, the title is being saved. `unsaved`: that failed and can be retried. */
  readonly phase: 'waiting' | 'sending' | 'saving' | 'unsaved';
  /** The title was not saved, or no session could be opened: it will be retried automatically. */
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

/** The id of the workspace that something stored belongs to. */
export function workspaceOf(stored: { readonly workspace?: string } | undefined): string {
  return stored?.workspace ?? ownWorkspace;
}
