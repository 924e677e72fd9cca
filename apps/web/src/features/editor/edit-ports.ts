import type { VideoRecord } from '@vault/contracts';
import type { ChaptersSave } from '../../api/editor-api.ts';
import type { DraftShelf } from './draft-shelf.ts';

/** What saving needs of the outside. */
export interface EditPorts {
  /** Rejects with the status and answer of a failed call. */
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly drafts: DraftShelf;
}

/** How one text is doing; `idle` when there is nothing to say. */
export type FieldState = 'idle' | 'saving' | 'saved' | 'unsaved';

/** How all of them are doing. */
export interface SaveState {
  readonly kind: FieldState | 'choosing';
  /** Edits that the server does not have. */
  readonly count: number;
  /** The server's reason, when it gave one. */
  readonly msg: string;
  /** Whether they were left from an earlier visit. */
  readonly isRestored: boolean;
}
