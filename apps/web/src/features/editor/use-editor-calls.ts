import type { Operation, UpdateQuoteBody, UpdateSearchBody, VideoRecord } from '@vault/contracts';
import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { editorApi } from '../../api/editor-api.ts';
import type { ChaptersSave, GenerationResult } from '../../api/editor-api.ts';

/** The API calls of one video's editor. They do not render components when their state changes. */
export interface EditorCalls {
  readonly save: (save: Omit<ChaptersSave, 'passthrough'>) => Promise<VideoRecord>;
  /** Rejects also for a record without its chapters. */
  readonly fetch: () => Promise<VideoRecord>;
  readonly fetchOperation: (operationId: string) => Promise<Operation>;
  readonly updateQuotes: (body: Omit<UpdateQuoteBody, 'passthrough'>) => Promise<GenerationResult>;
  readonly updateSearch: (body: Omit<UpdateSearchBody, 'passthrough'>) => Promise<GenerationResult>;
  readonly writeChapters: () => Promise<GenerationResult>;
  readonly writeSummary: () => Promise<GenerationResult>;
}

/** The calls of the video with this `id`; each rejects with the status and answer of a failed call. */
export function useEditorCalls(passthrough: string): EditorCalls {
  const { dispatch } = useStore<unknown>();
  return useMemo(() => {
    const calls = editorApi.endpoints;
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
      writeChapters: () => send(calls.writeChapters.initiate(passthrough, untracked)),
      writeSummary: () => send(calls.writeSummary.initiate(passthrough, untracked)),
    };
  }, [dispatch, passthrough]);
}
