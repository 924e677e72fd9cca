import type { OperationKind } from '@vault/contracts';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { ownerChanged, rootReducer } from '../store/root-reducer.ts';

declare module '../store/root-reducer.ts' {
  interface SliceStates {
    generations: Generations;
  }
}

/** A running operation: for one chapter, or for the video when there is no start. */
interface RunningGeneration {
  readonly chapterStart: string | null;
  /** Percent. */
  readonly progress: number;
  /** Whether the video had no chapters when the operation began. */
  readonly isFirst?: boolean;
}

/** The running operations by video id: at most one of each kind. */
type Generations = Readonly<Record<string, VideoGenerations>>;
type VideoGenerations = { readonly [Kind in OperationKind]?: RunningGeneration | undefined };

interface VideoKind {
  readonly videoId: string;
  readonly kind: OperationKind;
}

const none: VideoGenerations = {};

const generationsSlice = createSlice({
  name: 'generations',
  initialState: (): Generations => ({}),
  reducers: {
    progressed: (generations, { payload }: PayloadAction<VideoKind & RunningGeneration>) => {
      const { videoId, kind, chapterStart, progress } = payload;
      const ofVideo = (generations[videoId] ??= {});
      ofVideo[kind] = { chapterStart, progress, isFirst: payload.isFirst ?? ofVideo[kind]?.isFirst ?? false };
    },
    ended: (generations, { payload: { videoId, kind } }: PayloadAction<VideoKind>) => {
      if (generations[videoId]) generations[videoId][kind] = undefined;
    },
    /** The page that followed the operations of a video was closed. */
    unfollowed: (generations, { payload: videoId }: PayloadAction<string>) => {
      generations[videoId] = {};
    },
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => ({})),
  selectors: {
    selectGenerations: (generations, videoId: string) => generations[videoId] ?? none,
    /** Progress in percent for this chapter, or for the whole video; -1 when no such operation runs. */
    selectProgress: (generations, videoId: string, kind: OperationKind, chapterStart: string | null) => {
      const running = generations[videoId]?.[kind];
      return running?.chapterStart === chapterStart ? running.progress : -1;
    },
  },
});

export const { progressed, ended, unfollowed } = generationsSlice.actions;
export const { selectGenerations, selectProgress } = generationsSlice.injectInto(rootReducer).selectors;
