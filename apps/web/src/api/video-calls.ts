import type { Operation, UpdateQuoteBody, UpdateSearchBody, VideoRecord } from '@vault/contracts';
import type { Store } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { chaptersApi } from './chapters-api.ts';
import type { ChaptersSave, GenerationResult } from './chapters-api.ts';

/** The saves and generations of one video. They do not render components when their state changes. */
export interface VideoCalls {
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
  const { dispatch } = useStore<unknown>();
  return useMemo(() => videoCalls(dispatch, passthrough), [dispatch, passthrough]);
}

/** The calls of the video with this `id`; each rejects with the status and answer of a failed call. */
export function videoCalls(dispatch: Store['dispatch'], passthrough: string): VideoCalls {
  const calls = chaptersApi.endpoints;
  const untracked = { track: false } as const;
  const send = <Data>(call: unknown) =>
    (dispatch(call as never) as unknown as { unwrap: () => Promise<Data> }).unwrap();
  return {
    save: (save) => send(calls.saveChapters.initiate({ passthrough, ...save }, untracked)),
    fetch: async () => {
      const record = await send<VideoRecord>(calls.freshVideo.initiate(passthrough, untracked));
      if (record.chaptersMissing) throw new Error('The chapters of this video cannot be read now.');
      return record;
    },
    fetchOperation: (operationId) => send(calls.operation.initiate(operationId, untracked)),
    updateQuotes: (body) => send(calls.updateQuotes.initiate({ passthrough, ...body }, untracked)),
    updateSearch: (body) => send(calls.updateSearch.initiate({ passthrough, ...body }, untracked)),
    writeChapters: () => send(calls.writeChapters.initiate({ passthrough }, untracked)),
    writeSummary: () => send(calls.writeSummary.initiate({ passthrough }, untracked)),
  };
}
