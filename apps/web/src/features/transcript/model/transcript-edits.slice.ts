import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { Cue } from '@vault/webvtt';
import type { SaveKind } from '../../../components/ui/save-status.tsx';
import { rootReducer } from '../../../store/root-reducer.ts';
import type { RootState } from '../../../store/root-reducer.ts';
import {
  changesBetween,
  rebaseChanges,
  reversed,
  shareLines,
  withChanges,
  withMine,
  wordsKeyOf,
} from './line-changes.ts';
import type { LineChange, LineConflict } from './line-changes.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    transcriptEdits: TranscriptStates;
  }
}

/** The line that is edited. */
export interface EditedLine {
  readonly line: Cue;
  /** Characters before the caret. */
  readonly caret: number;
  /** Rises when the words in the field are replaced other than by typing. */
  readonly turn: number;
}

/** Changes that are undone together. */
type Step = readonly LineChange[];

interface TranscriptState {
  /** The lines and the version that the server has. */
  readonly base: readonly Cue[];
  readonly version: number;
  /** The lines with the edits that the server does not have. */
  readonly lines: readonly Cue[];
  /** The words of the video host; null while they are not known. */
  readonly recognised: readonly Cue[] | null;
  /** Own changes of lines that somebody else has changed. The lines are theirs until the user chooses. */
  readonly conflicts: readonly LineConflict[];
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
  readonly edited: EditedLine | null;
  readonly isSaving: boolean;
  readonly wasSaved: boolean;
  /** The server's reason, when the last save failed and it gave one. */
  readonly msg: string;
  /** Whether the edits come from an earlier visit. */
  readonly isRestored: boolean;
  /** What screen readers are told; the same words again are told again. */
  readonly announcement: { readonly text: string; readonly count: number };
}

/** By key of the editor, as those of the chapters. */
type TranscriptStates = Readonly<Record<string, TranscriptState>>;

const closedState: TranscriptState = {
  base: [],
  version: -1,
  lines: [],
  recognised: null,
  conflicts: [],
  undo: [],
  redo: [],
  edited: null,
  isSaving: false,
  wasSaved: false,
  msg: '',
  isRestored: false,
  announcement: { text: '', count: 0 },
};
const stepsLimit = 200;

type OfEditor<Payload = unknown> = PayloadAction<Payload & { readonly key: string }>;

/** A reducer for one editor. After it was closed nothing changes. */
const ofEditor =
  <Payload>(change: (state: TranscriptState, payload: Payload) => Partial<TranscriptState>) =>
  (states: TranscriptStates, { payload }: OfEditor<Payload>): TranscriptStates => {
    const state = states[payload.key];
    return state ? { ...states, [payload.key]: { ...state, ...change(state, payload) } } : states;
  };

/** The state over newer lines of the server. */
function rebased(state: TranscriptState, lines: readonly Cue[], version: number): Partial<TranscriptState> {
  const base = shareLines([...state.base, ...state.lines], lines);
  const pending = [...changesBetween(state.base, state.lines), ...state.conflicts];
  const next = rebaseChanges(base, pending);
  return { base, version, ...next, edited: editedIn(state, next.lines) };
}

/** What is edited among newer lines: the same line, or the one that has taken its place. */
function editedIn({ edited }: TranscriptState, lines: readonly Cue[]): EditedLine | null {
  if (!edited || lines.includes(edited.line)) return edited;
  const line = lines.find(({ start }) => start === edited.line.start);
  return line ? { ...edited, line, turn: edited.turn + 1 } : null;
}

/** Goes one step back or on. A step whose lines somebody else has changed is dropped. */
function stepped(
  state: TranscriptState,
  from: 'undo' | 'redo',
): Pick<TranscriptState, 'undo' | 'redo' | 'lines' | 'edited'> {
  const to = from === 'undo' ? 'redo' : 'undo';
  const remainingSteps = state[from].slice(0, -1);
  const opposite = (state[from].at(-1) ?? []).map(reversed).reverse();
  const lines = withChanges(state.lines, opposite);
  const steps = { undo: state.undo, redo: state.redo, [from]: remainingSteps };
  if (!lines) return { ...steps, lines: state.lines, edited: state.edited };
  return { ...steps, [to]: [...state[to], opposite], lines, edited: editedIn(state, lines) };
}

const transcriptEditsSlice = createSlice({
  name: 'transcriptEdits',
  initialState: (): TranscriptStates => ({}),
  reducers: {
    opened: (
      states,
      { payload }: OfEditor<{ lines: readonly Cue[]; version: number; drafts: readonly LineChange[] }>,
    ) => {
      const { key, lines: base, version, drafts } = payload;
      const next = rebaseChanges(base, drafts);
      const isRestored = next.conflicts.length > 0 || changesBetween(base, next.lines).length > 0;
      return { ...states, [key]: { ...closedState, base, version, ...next, isRestored } };
    },
    closed: (states, { payload }: OfEditor) =>
      Object.fromEntries(Object.entries(states).filter(([key]) => key !== payload.key)),
    linesSeen: ofEditor<{ lines: readonly Cue[]; version: number }>((state, { lines, version }) =>
      rebased(state, lines, version),
    ),
    recognisedSeen: ofEditor<{ lines: readonly Cue[] | null }>((_, { lines }) => ({ recognised: lines })),
    /** One step of changes. */
    changed: ofEditor<{ changes: readonly LineChange[] }>((state, { changes }) => {
      const lines = withChanges(state.lines, changes);
      if (!lines) return {};
      const undo = [...state.undo, changes].slice(-stepsLimit);
      return { lines, undo, redo: [], wasSaved: false, edited: editedIn(state, lines) };
    }),
    stepped: ofEditor<{ from: 'undo' | 'redo' }>((state, { from }) => ({
      ...stepped(state, from),
      wasSaved: false,
    })),
    /** A line is edited; null when none is. */
    editing: ofEditor<{ at: number | null; caret: number }>((state, { at, caret }) => {
      const line = at === null ? undefined : state.lines[at];
      return { edited: line ? { line, caret, turn: (state.edited?.turn ?? 0) + 1 } : null };
    }),
    discarded: ofEditor(({ base }) => ({ lines: base, conflicts: [], undo: [], redo: [], edited: null })),
    /** The user has chosen: these conflicts are settled in favour of the own words. */
    chosen: ofEditor<{ mine: readonly LineConflict[] }>(({ lines }, { mine }) => ({
      lines: mine.reduce(withMine, lines),
      conflicts: [],
    })),
    saveBegan: ofEditor(() => ({ isSaving: true, msg: '', isRestored: false })),
    /** The server has these changes. */
    saved: ofEditor<{ changes: readonly LineChange[]; version: number }>((state, { changes, version }) => {
      const base = withChanges(state.base, changes);
      return base && version > state.version ? { base, version, wasSaved: true } : { wasSaved: true };
    }),
    announced: ofEditor<{ text: string }>(({ announcement: { count } }, { text }) => ({
      announcement: { text, count: count + 1 },
    })),
    savedShown: ofEditor(() => ({ wasSaved: false })),
    saveEnded: ofEditor<{ msg: string }>((_, { msg }) => ({ isSaving: false, msg })),
  },
  selectors: { selectTranscript: (states, key: string) => states[key] ?? closedState },
});

export const transcriptActions = transcriptEditsSlice.actions;
export const { selectTranscript } = transcriptEditsSlice.injectInto(rootReducer).selectors;
export const isOpen = (state: TranscriptState): boolean => state !== closedState;

/** Changes that the server does not have, without those that wait for a choice. */
export const selectPending = createSelector(
  [
    (state: RootState, key: string) => selectTranscript(state, key).base,
    (state: RootState, key: string) => selectTranscript(state, key).lines,
  ],
  changesBetween,
);

/** The save state of the transcript. */
export const selectSaveState = createSelector([selectTranscript, selectPending], (state, pending) => {
  const { conflicts, isSaving, wasSaved, msg, isRestored } = state;
  const count = pending.length + conflicts.length;
  let kind: SaveKind = wasSaved ? 'saved' : 'idle';
  if (pending.length > 0) kind = isSaving ? 'saving' : 'unsaved';
  if (conflicts.length > 0 && kind !== 'saving') kind = 'choosing';
  return { kind, count, msg, isRestored };
});

/** The keys of the recognised lines; null while they are not known. Other lines are marked as edited. */
export const selectRecognisedKeys = createSelector(
  [(state: RootState, key: string) => selectTranscript(state, key).recognised],
  (recognised) => recognised && new Set(recognised.map(wordsKeyOf)),
);
