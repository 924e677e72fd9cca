import { createSelector, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import { rootReducer } from '../../../store/root-reducer.ts';
import type { RootState } from '../../../store/root-reducer.ts';
import { isSameValue, readText, searchSummaryField, targetKey, textOf, valueAt } from './chapter-fields.ts';
import type { EditedRecord, EditTarget, FieldValue } from './chapter-fields.ts';
import { rebaseEdits, withEdits } from './rebase-edits.ts';
import type { FieldEdit } from './rebase-edits.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    chapterEdits: EditorStates;
  }
}

/** A text that is being typed, and the value when typing began. */
interface Typing {
  readonly target: EditTarget;
  readonly text: string;
  readonly before: FieldValue;
}

/** Values by the `targetKey` of their targets. */
type ByTarget<Value> = Readonly<Record<string, Value>>;

interface EditorState {
  readonly record: EditedRecord;
  /** What the server does not have. */
  readonly edits: ByTarget<FieldEdit>;
  readonly typing: ByTarget<Typing>;
  /** The target keys of the last saves, oldest first. */
  readonly justSaved: readonly string[];
  readonly isSaving: boolean;
  /** The server's reason, when the last save failed and it gave one. */
  readonly msg: string;
  /** Whether the edits come from an earlier visit. */
  readonly isRestored: boolean;
}

/** By key of the editor, not of the video: a closed editor may still be saving when the next one opens. */
type EditorStates = Readonly<Record<string, EditorState>>;

const closedEditor: EditorState = {
  record: { chapters: [], version: 0 },
  edits: {},
  typing: {},
  justSaved: [],
  isSaving: false,
  msg: '',
  isRestored: false,
};

type OfEditor<Payload = unknown> = PayloadAction<Payload & { readonly key: string }>;

/** A reducer for one editor. After it was closed nothing changes. */
const ofEditor =
  <Payload>(change: (editor: EditorState, payload: Payload) => Partial<EditorState>) =>
  (editors: EditorStates, { payload }: OfEditor<Payload>): EditorStates => {
    const editor = editors[payload.key];
    return editor ? { ...editors, [payload.key]: { ...editor, ...change(editor, payload) } } : editors;
  };

/** The edits of the open editors. They are kept when the session ends: an editor stores them when it closes. */
const chapterEditsSlice = createSlice({
  name: 'chapterEdits',
  initialState: (): EditorStates => ({}),
  reducers: {
    opened: (editors, { payload }: OfEditor<{ record: EditedRecord; drafts: readonly FieldEdit[] }>) => {
      const { key, record, drafts } = payload;
      const edits = without(byTarget(drafts), rebaseEdits(record, drafts).settled.map(targetKey));
      const isRestored = Object.keys(edits).length > 0;
      return { ...editors, [key]: { ...closedEditor, record, edits, isRestored } };
    },
    closed: (editors, { payload }: OfEditor) => without(editors, [payload.key]),
    /** What was typed in chapters that the record no longer has becomes edits. */
    recordSeen: ofEditor<{ record: EditedRecord }>((editor, { record }) => {
      const isLost = ({ target }: Typing) => valueAt(record, target) === undefined;
      return { ...Object.values(editor.typing).filter(isLost).reduce(withTyped, editor), record };
    }),
    /** A text is being typed; null when it is discarded. */
    typed: ofEditor<{ target: EditTarget; text: string | null }>((editor, { target, text }) => {
      const others = without(editor.typing, [targetKey(target)]);
      if (text === null) return { typing: others };
      return { typing: { ...others, [targetKey(target)]: typingOf(editor, target, text) } };
    }),
    committed: ofEditor<{ target: EditTarget; text: string }>((editor, { target, text }) =>
      withTyped(editor, typingOf(editor, target, text)),
    ),
    edited: ofEditor<{ target: EditTarget; value: FieldValue }>((editor, { target, value }) =>
      withEdit(editor, target, value, valueOf(editor, target)),
    ),
    reverted: ofEditor<{ target: EditTarget }>(({ edits, typing }, { target }) => ({
      edits: without(edits, [targetKey(target)]),
      typing: without(typing, [targetKey(target)]),
    })),
    discarded: ofEditor(() => ({ edits: {}, typing: {} })),
    /** The user has chosen: these edits remain. */
    chosen: ofEditor<{ edits: readonly FieldEdit[] }>((_, { edits }) => ({ edits: byTarget(edits) })),
    saveBegan: ofEditor(() => ({ isSaving: true, msg: '', isRestored: false })),
    /** The server has the edits of these targets. */
    saved: ofEditor<{ keys: readonly string[] }>(({ edits, justSaved }, { keys }) => ({
      edits: without(edits, keys),
      justSaved: [...justSaved, ...keys],
    })),
    /** The oldest saves have been shown. */
    savedShown: ofEditor<{ count: number }>(({ justSaved }, { count }) => ({
      justSaved: justSaved.slice(count),
    })),
    saveEnded: ofEditor<{ msg: string }>((_, { msg }) => ({ isSaving: false, msg })),
  },
  selectors: { selectEditor: (editors, key: string) => editors[key] ?? closedEditor },
});

export const editActions = chapterEditsSlice.actions;
export const { selectEditor } = chapterEditsSlice.injectInto(rootReducer).selectors;
export const isOpen = (editor: EditorState): boolean => editor !== closedEditor;

/** The save state of one text; `idle` when there is nothing to show. */
export type FieldState = 'idle' | 'saving' | 'saved' | 'unsaved';

/** What is derived from the state. */
function shownOf(editor: EditorState) {
  const { record, typing, justSaved, isSaving, msg, isRestored } = editor;
  const edits = Object.values(editor.edits);
  const { conflicts, orphans } = rebaseEdits(record, edits);
  const isChoosing = conflicts.length + orphans.length > 0 && !isRestored;
  const saved = justSaved.length > 0 ? 'saved' : 'idle';
  const unsaved = isChoosing ? 'choosing' : 'unsaved';
  const kind: FieldState | 'choosing' = edits.length === 0 ? saved : isSaving ? 'saving' : unsaved;
  return {
    /** All chapters with the edits applied. */
    chapters: withEdits(record, edits).chapters,
    searchSummary: textOf(valueOf(editor, searchSummaryField)),
    choice: { conflicts, orphans },
    /** The save state of all texts; `count` edits are not saved. */
    saveState: { kind, count: edits.length, msg, isRestored: isRestored && edits.length > 0 },
    /** Whether there are edits or typed texts that the server does not have. */
    isUnsaved: edits.length + Object.keys(typing).length > 0,
  };
}

export type ShownEdits = ReturnType<typeof shownOf>;
export type SaveState = ShownEdits['saveState'];
let lastShown: ShownEdits | undefined;

/** What an editor shows. Each part is the same object until its content changes. */
export const selectShown = createSelector([selectEditor], (editor) => {
  lastShown = copyWithStructuralSharing(lastShown, shownOf(editor));
  return lastShown;
});

export function selectFieldState(state: RootState, key: string, target: EditTarget): FieldState {
  const { edits, isSaving, justSaved } = selectEditor(state, key);
  if (targetKey(target) in edits) return isSaving ? 'saving' : 'unsaved';
  return justSaved.includes(targetKey(target)) ? 'saved' : 'idle';
}

/** The edits to store: also of the texts that are being typed. */
export const draftsOf = (editor: EditorState): FieldEdit[] =>
  Object.values(Object.values(editor.typing).reduce(withTyped, editor).edits);

const byTarget = (edits: readonly FieldEdit[]): ByTarget<FieldEdit> =>
  Object.fromEntries(edits.map((edit) => [targetKey(edit), edit]));

const without = <Value>(all: ByTarget<Value>, keys: readonly string[]): ByTarget<Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)));

function valueOf({ edits, record }: EditorState, target: EditTarget): FieldValue {
  return edits[targetKey(target)]?.value ?? valueAt(record, target) ?? '';
}

function typingOf(editor: EditorState, target: EditTarget, text: string): Typing {
  return { target, text, before: editor.typing[targetKey(target)]?.before ?? valueOf(editor, target) };
}

/** The editor after a typed text has become an edit. */
function withTyped(editor: EditorState, { target, text, before }: Typing): EditorState {
  const typing = without(editor.typing, [targetKey(target)]);
  return withEdit({ ...editor, typing }, target, readText(text, before), before);
}

/** The editor with one more edit, unless the text is unchanged or would leave a chapter without a title. */
function withEdit(editor: EditorState, target: EditTarget, value: FieldValue, before: FieldValue) {
  const { start, field } = target;
  if ((field === 'title' && value === '') || isSameValue(value, before)) return editor;
  const earlier = editor.edits[targetKey(target)];
  const edit: FieldEdit = {
    start,
    field,
    value,
    seenValues: earlier ? [...earlier.seenValues, earlier.value] : [before],
    chapterTitle: textOf(valueOf(editor, { start, field: 'title' })),
  };
  return { ...editor, edits: { ...editor.edits, [targetKey(target)]: edit } };
}
