import { createSlice, nanoid } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { cacheCard, editTranscript, firstSave } from '../../../api/transcript-api.ts';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import type { AppThunk } from '../../../store/hooks.ts';
import { startAppListening } from '../../../store/listeners.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { swapped } from './library-places.ts';
import type { VideoChanges } from './library-places.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    corrections: Corrections;
  }
}

/** One video of a run. */
export interface RunVideo extends VideoChanges {
  readonly state: 'waiting' | 'saving' | 'done' | 'conflict' | 'failed';
  /** How many of its lines are saved. */
  readonly saved: number;
  /** Why not all of them are. */
  readonly problem: string;
}

/** Changes of many videos, saved one video after the other. */
export interface Run {
  readonly id: string;
  readonly isUndo: boolean;
  readonly isRunning: boolean;
  readonly videos: readonly RunVideo[];
}

/** The way back from the last run. */
interface Undo {
  /** When the offer ends, in epoch milliseconds. */
  readonly until: number;
  readonly videos: readonly VideoChanges[];
}

interface Corrections {
  readonly run: Run | null;
  readonly undo: Undo | null;
}

const offeredForMs = 10 * 60 * 1000;
const undoKey = 'glossary-undo';
const conflictStatus = 409;
const untracked = { track: false } as const;

/** The corrections of the library in this tab. The way back survives a reload in the session storage. */
const correctionsSlice = createSlice({
  name: 'corrections',
  initialState: (): Corrections => ({ run: null, undo: readUndo() }),
  reducers: {
    began: (
      { undo },
      { payload }: PayloadAction<{ id: string; isUndo: boolean; videos: readonly VideoChanges[] }>,
    ) => {
      const { id, isUndo, videos } = payload;
      const waiting = videos.map((video) => ({ ...video, state: 'waiting', saved: 0, problem: '' }) as const);
      return { run: { id, isUndo, isRunning: true, videos: waiting }, undo };
    },
    videoChanged: (
      { run, undo },
      { payload: { at, change } }: PayloadAction<{ at: number; change: Partial<RunVideo> }>,
    ) => ({
      undo,
      run: run && {
        ...run,
        videos: run.videos.map((video, index) => (index === at ? { ...video, ...change } : video)),
      },
    }),
    ended: ({ run, undo }) => ({ run: run && { ...run, isRunning: false }, undo }),
    /** A run that has ended is no longer shown. */
    runClosed: ({ run, undo }) => ({ run: run?.isRunning ? run : null, undo }),
    undoOffered: ({ run }, { payload }: PayloadAction<Undo>) => ({ run, undo: payload }),
    undoDropped: ({ run }) => ({ run, undo: null }),
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => ({ run: null, undo: null })),
  selectors: { selectRun: ({ run }) => run, selectUndo: ({ undo }) => undo },
});

const { began, videoChanged, ended, undoOffered } = correctionsSlice.actions;
export const { runClosed, undoDropped } = correctionsSlice.actions;
const { selectRun, selectUndo } = correctionsSlice.injectInto(rootReducer).selectors;

startAppListening({
  predicate: (_action, now, before) => selectUndo(now) !== selectUndo(before),
  effect: (_action, api) => {
    const undo = selectUndo(api.getState());
    try {
      if (undo) sessionStorage.setItem(undoKey, JSON.stringify(undo));
      else sessionStorage.removeItem(undoKey);
    } catch (error) {
      // An older way back must not be offered.
      sessionStorage.removeItem(undoKey);
      console.warn('The way back could not be stored: it is not offered after a reload.', error);
    }
  },
});

type Outcome = Pick<RunVideo, 'state' | 'problem'>;

/** Saves the changes of one video in parts. */
const saveVideo =
  (at: number, { videoId, changes }: VideoChanges, isStopped: () => boolean): AppThunk<Promise<Outcome>> =>
  async (dispatch) => {
    let remaining = changes;
    try {
      while (remaining.length > 0 && !isStopped()) {
        const part = firstSave(remaining);
        const body = { id: videoId, changes: part };
        const record = await dispatch(editTranscript.initiate(body, untracked)).unwrap();
        remaining = remaining.slice(part.length);
        if (isStopped()) break;
        dispatch(cacheCard(record));
        dispatch(videoChanged({ at, change: { saved: changes.length - remaining.length } }));
      }
      return { state: 'done', problem: '' };
    } catch (error) {
      return errorStatus(error) === conflictStatus
        ? {
            state: 'conflict',
            problem: 'These lines have since been changed elsewhere, so they stay as they are.',
          }
        : { state: 'failed', problem: errorMessage(error, strings.failed) };
    }
  };

/**
 * Saves changes of many videos, one video after the other. A video that fails is reported, and the others go on. What was
 * saved can be undone for ten minutes. Nothing happens while another run is under way.
 */
const runCorrections =
  (videos: readonly VideoChanges[], isUndo: boolean): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectRun(getState())?.isRunning) return;
    const id = nanoid();
    // Another user has signed in.
    const isStopped = () => selectRun(getState())?.id !== id;
    dispatch(began({ id, isUndo, videos }));
    const until = Date.now() + offeredForMs;
    for (const [at, video] of videos.entries()) {
      dispatch(videoChanged({ at, change: { state: 'saving' } }));
      const outcome = await dispatch(saveVideo(at, video, isStopped));
      if (isStopped()) return;
      dispatch(videoChanged({ at, change: outcome }));
      // After each video: the page may be closed before the last.
      const saved = selectRun(getState())?.videos.filter((each) => each.saved > 0) ?? [];
      if (!isUndo && saved.length > 0) dispatch(undoOffered({ until, videos: saved.map(wayBack) }));
    }
    dispatch(ended());
  };

export const applyCorrections = (videos: readonly VideoChanges[]) => runCorrections(videos, false);

/** Restores the lines of the last run. What could not be reached can be tried again; what others have changed stays. */
export const undoCorrections = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const undo = selectUndo(getState());
  if (!undo) return;
  await dispatch(runCorrections(undo.videos, true));
  const { isUndo, videos = [] } = selectRun(getState()) ?? {};
  if (!isUndo) return;
  const remaining = videos
    .filter(({ state }) => state === 'failed')
    .map(({ videoId, title, changes, saved }) => ({ videoId, title, changes: changes.slice(saved) }));
  dispatch(remaining.length > 0 ? undoOffered({ until: undo.until, videos: remaining }) : undoDropped());
};

/** The changes that undo what was saved of a video. */
function wayBack({ videoId, title, changes, saved }: RunVideo): VideoChanges {
  return { videoId, title, changes: swapped(changes.slice(0, saved)) };
}

/** The present or last run; null when there is none. */
export const useRun = () => useAppSelector(selectRun);

/** The way back from the last run, until it ends; null when there is none. */
export function useUndo(): Undo | null {
  const dispatch = useAppDispatch();
  const undo = useAppSelector(selectUndo);
  useEffect(() => {
    if (!undo) return;
    const timer = setTimeout(() => dispatch(undoDropped()), undo.until - Date.now());
    return () => clearTimeout(timer);
  }, [dispatch, undo]);
  return undo;
}

function readUndo(): Undo | null {
  try {
    const undo = JSON.parse(sessionStorage.getItem(undoKey) ?? 'null') as Undo | null;
    return undo && undo.until > Date.now() && Array.isArray(undo.videos) ? undo : null;
  } catch (error) {
    console.warn('The stored way back could not be read.', error);
    return null;
  }
}
