import type { OperationKind } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import type { ChapterEdits } from './chapter-edits.ts';
import type { EditTarget } from './chapter-fields.ts';
import { selectFieldState, selectShown } from './chapter-edits.slice.ts';
import type { FieldState, ShownEdits } from './chapter-edits.slice.ts';
import type { StructureChange, StructureRules } from './chapter-structure.ts';
import type { Generation } from '../../../api/generation.ts';
import { selectProgress } from '../../../api/generations.slice.ts';
import { useAppSelector } from '../../../store/hooks.ts';
import { requiredContext } from '../../../lib/state/required-context.ts';

/** The video that the chapters belong to. */
export interface EditorSource {
  readonly title: string;
  /** The cues of the transcript; empty when there is none. */
  readonly cues: () => readonly Cue[];
}

/** The control of a row that gets the focus after a change. */
export type RowControl = 'play' | 'title' | 'more';

/** Changes of the list of chapters by hand. */
export interface Structure {
  readonly rules: StructureRules;
  /** Saves a change and offers to undo it. @param control gets the focus; null leaves it where it is */
  readonly apply: (change: StructureChange, control: RowControl | null) => Promise<void>;
  /** Opens the fields for the start of a chapter, by its time code; null closes them. */
  readonly editStart: (start: string | null) => void;
}

/** Shared by all parts of one video's editor. The same object until title, duration or transcript change. */
export interface Editor extends Structure {
  readonly source: EditorSource;
  readonly edits: ChapterEdits;
  readonly generation: Generation;
  /** Opens the popup that asks for a chapter prompt. */
  readonly openPrompt: (kind: 'quotes' | 'search', chapterStart: string) => void;
  readonly openSettings: (kind: 'quotes' | 'search') => void;
  /** Asks for confirmation before chapters or the summary are regenerated. */
  readonly confirmGeneration: (kind: 'chapters' | 'summary') => void;
}

export const [EditorContext, useEditor] = requiredContext<Editor>('EditorContext');

/** A part of what an editor shows. */
export function useShown<Part>(edits: ChapterEdits, part: (shown: ShownEdits) => Part): Part {
  return useAppSelector((state) => part(selectShown(state, edits.key)));
}

export function useFieldState(target: EditTarget): FieldState {
  const { edits } = useEditor();
  return useAppSelector((state) => selectFieldState(state, edits.key, target));
}

/** Progress in percent of a generation for a chapter or the video; -1 when none runs. */
export function useProgress(kind: OperationKind, chapterStart: string | null): number {
  const { generation } = useEditor();
  return useAppSelector((state) => selectProgress(state, generation.videoId, kind, chapterStart));
}

/** Whether a generation runs for a chapter or the video. Renders less often than `useProgress`. */
export function useIsGenerating(kind: OperationKind, chapterStart: string | null): boolean {
  const { generation } = useEditor();
  return useAppSelector((state) => selectProgress(state, generation.videoId, kind, chapterStart) >= 0);
}
