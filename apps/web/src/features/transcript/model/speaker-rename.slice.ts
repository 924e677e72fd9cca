import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { renameSpeaker } from '../../../api/speakers-api.ts';
import { cacheCard } from '../../../api/transcript-api.ts';
import type { AppThunk } from '../../../store/hooks.ts';
import { startAppListening } from '../../../store/listeners.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';
import { transcriptStrings } from '../transcript.strings.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    speakerRename: SpeakerRename | null;
  }
}

/** A speaker gets another name in one video after the other. */
export interface SpeakerRename {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly isUndo: boolean;
  readonly isRunning: boolean;
  /** The ids of the videos that are left, of those that are done, and of those that failed. */
  readonly left: readonly string[];
  readonly done: readonly string[];
  readonly failed: readonly string[];
  /** Videos in which the other name was used before: there both became one, which is not undone. */
  readonly merged: readonly string[];
  /** Why the last one failed. */
  readonly problem: string;
}

const storageKey = 'speaker-rename';
const untracked = { track: false } as const;
/** A video that is gone, or has lost its words meanwhile, has nothing to rename. */
const goneStatuses: readonly (number | undefined)[] = [404, 409];

type Start = Pick<SpeakerRename, 'from' | 'to' | 'merged'> & { readonly videos: readonly string[] };

/** The last rename in all videos, in this tab. It survives a reload in the session storage, and can go on then. */
const speakerRenameSlice = createSlice({
  name: 'speakerRename',
  initialState: read,
  reducers: {
    began: (_state, { payload }: PayloadAction<Omit<SpeakerRename, 'isRunning' | 'problem'>>) => ({
      ...payload,
      isRunning: true,
      problem: '',
    }),
    videoEnded: (state, { payload: { id, problem } }: PayloadAction<{ id: string; problem: string }>) =>
      state && {
        ...state,
        left: state.left.filter((each) => each !== id),
        done: problem === '' ? [...state.done, id] : state.done,
        failed: problem === '' ? state.failed : [...state.failed, id],
        problem: problem || state.problem,
      },
    ended: (state) => state && { ...state, isRunning: false },
    renameClosed: () => null,
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => null),
  selectors: { selectRename: (state) => state },
});

const { began, videoEnded, ended } = speakerRenameSlice.actions;
export const { renameClosed } = speakerRenameSlice.actions;
export const { selectRename } = speakerRenameSlice.injectInto(rootReducer).selectors;

startAppListening({
  predicate: (_action, now, before) => selectRename(now) !== selectRename(before),
  effect: (_action, api) => {
    const rename = selectRename(api.getState());
    try {
      if (rename) sessionStorage.setItem(storageKey, JSON.stringify(rename));
      else sessionStorage.removeItem(storageKey);
    } catch (error) {
      sessionStorage.removeItem(storageKey);
      console.warn('A rename could not be stored: it does not go on after a reload.', error);
    }
  },
});

/** Renames in the videos that are left, one after the other; one that fails is reported, and the others go on. */
const run = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const rename = selectRename(getState());
  if (!rename) return;
  const { id, from, to, left } = rename;
  for (const video of left) {
    let problem = '';
    try {
      dispatch(
        cacheCard(await dispatch(renameSpeaker.initiate({ id: video, from, to }, untracked)).unwrap()),
      );
    } catch (error) {
      if (!goneStatuses.includes(errorStatus(error)))
        problem = errorMessage(error, transcriptStrings.speakers.everywhere.failed);
    }
    // Stopped, or another user has signed in.
    const now = selectRename(getState());
    if (now?.id !== id) return;
    dispatch(videoEnded({ id: video, problem }));
    if (!now.isRunning) return;
  }
  dispatch(ended());
};

/** Gives a speaker another name in these videos. Nothing happens while another rename is under way. */
export const startRename =
  ({ from, to, videos, merged }: Start): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectRename(getState())?.isRunning) return;
    dispatch(began({ id: nanoid(), from, to, merged, isUndo: false, left: videos, done: [], failed: [] }));
    await dispatch(run());
  };

/** Goes on with the videos that are left, and tries again those that failed. */
export const continueRename = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const rename = selectRename(getState());
  if (!rename || rename.isRunning) return;
  dispatch(began({ ...rename, id: nanoid(), left: [...rename.failed, ...rename.left], failed: [] }));
  await dispatch(run());
};

/** Stops after the video that is being changed. */
export const stopRename = ended;

/** Gives the speaker the name from before in the videos that were changed. */
export const undoRename = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const rename = selectRename(getState());
  if (!rename || rename.isRunning) return;
  const { from, to, merged } = rename;
  const left = undoable(rename);
  dispatch(began({ id: nanoid(), from: to, to: from, isUndo: true, left, done: [], failed: [], merged }));
  await dispatch(run());
};

/** The videos that an undo reaches. */
export function undoable({ done, merged }: SpeakerRename): string[] {
  return done.filter((id) => !merged.includes(id));
}

function read(): SpeakerRename | null {
  try {
    const rename = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as SpeakerRename | null;
    const lists = [rename?.left, rename?.done, rename?.failed, rename?.merged];
    // A reload has ended it.
    return rename && lists.every(Array.isArray) ? { ...rename, isRunning: false } : null;
  } catch (error) {
    console.warn('The stored rename could not be read.', error);
    return null;
  }
}
