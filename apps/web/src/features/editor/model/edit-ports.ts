import type { VideoRecord } from '@vault/contracts';
import type { ChaptersSave } from '../../../api/chapters-api.ts';
import type { DraftStorage } from './draft-storage.ts';

/** The dependencies of saving. */
export interface EditPorts {
  /** Rejects with the status and answer of a failed call. */
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly drafts: DraftStorage;
}

/** The save state of one text; `idle` when there is nothing to show. */
export type FieldState = 'idle' | 'saving' | 'saved' | 'unsaved';

/** The save state of all texts. */
export interface SaveState {
  readonly kind: FieldState | 'choosing';
  /** Edits that the server does not have. */
  readonly count: number;
  /** The server's reason, when it gave one. */
  readonly msg: string;
  /** Whether the edits come from an earlier visit. */
  readonly isRestored: boolean;
}
