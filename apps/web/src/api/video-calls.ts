import type { Operation, UpdateQuoteBody, UpdateSearchBody, VideoRecord } from '@vault/contracts';
import { useMemo } from 'react';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppDispatch } from '../store/hooks.ts';
import { cacheSaved, chaptersApi } from './chapters-api.ts';
import type { ChaptersSave, GenerationResult } from './chapters-api.ts';

/** The saves and generations of one video. They do not render components when their state changes. */
export interface VideoCalls {
  /** Resolves to the record after the save, which is read only when the server may have stored something else. */
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** Rejects also for a record without its chapters. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly fetchOperation: (operationId: string) => Promise<Operation>;
  readonly updateQuotes: (body: Omit<UpdateQuoteBody, 'passthrough'>) => Promise<GenerationResult>;
  readonly updateSearch: (body: Omit<UpdateSearchBody, 'passthrough'>) => Promise<GenerationResult>;
  readonly writeChapters: () => Promise<GenerationResult>;
  readonly writeSummary: () => Promise<GenerationResult>;
}

export function useVideoCalls(passthrough: string): VideoCalls {
  const dispatch = useAppDispatch();
  return useMemo(() => videoCalls(dispatch, passthrough), [dispatch, passthrough]);
}

/** The calls of the video with this `id`; each rejects with the status and answer of a failed call. */
export function videoCalls(dispatch: AppDispatch, passthrough: string): VideoCalls {
  const calls = chaptersApi.endpoints;
  const untracked = { track: false } as const;
  const read = () => dispatch(calls.freshVideo.initiate(passthrough, untracked)).unwrap();
  return {
    save: async (edit) => {
      const save = { passthrough, ...edit };
      const { version = 0 } = await dispatch(calls.saveChapters.initiate(save, untracked)).unwrap();
      return dispatch(cacheSaved(save, version)) ?? read();
    },
    fetch: async () => {
      const record = await read();
      if (record.chaptersMissing) throw new Error('The chapters of this video cannot be read now.');
      return record;
    },
    fetchOperation: (operationId) => dispatch(calls.operation.initiate(operationId, untracked)).unwrap(),
    updateQuotes: (body) =>
      dispatch(calls.updateQuotes.initiate({ passthrough, ...body }, untracked)).unwrap(),
    updateSearch: (body) =>
      dispatch(calls.updateSearch.initiate({ passthrough, ...body }, untracked)).unwrap(),
    writeChapters: () => dispatch(calls.writeChapters.initiate({ passthrough }, untracked)).unwrap(),
    writeSummary: () => dispatch(calls.writeSummary.initiate({ passthrough }, untracked)).unwrap(),
  };
}
