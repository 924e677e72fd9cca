import { createContext, useContext, useSyncExternalStore } from 'react';
import type { OperationKind } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import type { ChapterEdits } from './chapter-edits.ts';
import type { Place } from './chapter-fields.ts';
import type { FieldState } from './edit-ports.ts';
import type { Writing } from './writing.ts';

/** What the chapters are of. */
export interface EditorSource {
  readonly title: string;
  /** What is said, line by line; empty when nobody knows. */
  readonly cues: () => readonly Cue[];
}

/** What every part of one video's editor works with. The same object until the record says something else about it. */
export interface Editor {
  readonly source: EditorSource;
  readonly edits: ChapterEdits;
  readonly writing: Writing;
  /** Asks for the words to send for a chapter. */
  readonly openPrompt: (kind: 'quotes' | 'search', chapterStart: string) => void;
  readonly openSettings: (kind: 'quotes' | 'search') => void;
  /** Asks whether to write anew what belongs to the whole video. */
  readonly confirmWriting: (kind: 'chapters' | 'summary') => void;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor needs an EditorContext above it.');
  return editor;
}

export function useFieldState(place: Place): FieldState {
  const { edits } = useEditor();
  return useSyncExternalStore(edits.subscribe, () => edits.stateOf(place));
}

/** Percent of what is being written about a chapter, or the video; -1 when nothing is. */
export function useProgress(kind: OperationKind, chapterStart: string | null): number {
  const { writing } = useEditor();
  return useSyncExternalStore(writing.subscribe, () => writing.progressOf(kind, chapterStart));
}

/** Whether something is being written about a chapter, or the video. Unlike the percent it changes twice, not with every answer. */
export function useIsWriting(kind: OperationKind, chapterStart: string | null): boolean {
  const { writing } = useEditor();
  return useSyncExternalStore(writing.subscribe, () => writing.progressOf(kind, chapterStart) >= 0);
}
