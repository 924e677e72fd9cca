import { AppError, type ErrorCode, type TranscriptChange } from '@vault/contracts';
import type { Cue, ListedChapter } from '../chapters/chapter.ts';
import { editTranscript, renameSpeaker } from '../transcript/edit-transcript.ts';
import { followTranscript } from '../transcript/follow-transcript.ts';
import { namesIn, type NameToCheck } from '../glossary/names-to-check.ts';
import { timedLines } from '../transcript/timed-lines.ts';
import {
  isOverlayTooLarge,
  mendsBetween,
  presentLines,
  type Mend,
} from '../transcript/transcript-overlay.ts';

/** What a person changes in a transcript. */
export type WordsEdit =
  | { readonly kind: 'lines'; readonly changes: readonly TranscriptChange[] }
  | { readonly kind: 'speaker'; readonly from: string; readonly to: string };

export interface WordsToMend {
  readonly edit: WordsEdit;
  readonly recognised: readonly Cue[];
  readonly mends: readonly Mend[];
  readonly durationSeconds: number;
  readonly chapters: readonly ListedChapter[];
  readonly summary: string;
  readonly names: readonly NameToCheck[];
}

/** Why an edit is refused: an error does not survive the way out of a thread. */
export interface EditProblem {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface MendedWords {
  readonly mends: Mend[];
  readonly chapters: readonly ListedChapter[];
  readonly summary: string;
  /** Those whose words are still said. */
  readonly names: NameToCheck[];
}

/** The overlay after an edit, and the texts that repeat the words; `unchanged` without lines to change. */
export function mendWords(words: WordsToMend): MendedWords | EditProblem | 'unchanged' {
  try {
    return mended(words);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message };
    throw error;
  }
}

function mended({ edit, recognised, mends: before, durationSeconds, ...texts }: WordsToMend) {
  const present = presentLines(recognised, before);
  const limits = { recognised, durationSeconds };
  const edited =
    edit.kind === 'lines'
      ? editTranscript(present, edit.changes, limits)
      : renameSpeaker(present, edit, limits);
  if (edited.spans.length === 0) return 'unchanged';
  const mends = mendsBetween(recognised, edited.lines);
  if (isOverlayTooLarge(mends))
    throw new AppError('too-large', 'The corrections of this transcript are larger than can be saved.');
  const lines = timedLines(edited.lines, recognised);
  const followed = followTranscript(texts, timedLines(present, recognised), { ...edited, lines });
  return { mends, ...followed, names: namesIn(edited.lines, texts.names) };
}
