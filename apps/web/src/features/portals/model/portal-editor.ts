import type { PortalRecord, PortalSettings } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';
import type { Problem } from './problem-of.ts';
import type { LibraryVideos } from './use-library-videos.ts';

/** The time span of a quote in seconds: inside its chapter, which ends at `chapterEnd`. */
export type SpanOfQuote = (
  text: string,
  at: number,
  cues: readonly Cue[],
  chapterEnd: number,
) => { readonly from: number; readonly to: number };

/** The portal that a page edits, for all parts of its form. */
export interface PortalEditor extends LibraryVideos {
  /** As the server has it. */
  readonly portal: PortalRecord;
  /** With the unsaved changes. */
  readonly settings: PortalSettings;
  readonly change: (fields: Partial<PortalSettings>) => void;
  /** Why the last save failed. */
  readonly problem: Problem | null;
  /** The videos that the portal shows, in their order. */
  readonly videos: readonly LibraryVideo[];
  readonly spanOfQuote: SpanOfQuote;
}

export const [PortalEditorContext, usePortalEditor] = requiredContext<PortalEditor>('PortalEditor');

/** The videos of a portal; without ids the whole library. */
export function videosOf(
  ids: PortalSettings['video_ids'],
  library: readonly LibraryVideo[] = [],
): readonly LibraryVideo[] {
  return ids === null ? library : ids.flatMap((id) => library.find((video) => video.id === id) ?? []);
}
