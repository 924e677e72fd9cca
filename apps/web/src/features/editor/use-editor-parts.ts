import type { VideoRecord } from '@vault/contracts';
import { useEffect, useState } from 'react';
import { ChapterEdits } from './chapter-edits.ts';
import { StoredDrafts } from './draft-storage.ts';
import type { DraftStorage } from './draft-storage.ts';
import { say } from './say.ts';
import type { Say } from './say.ts';
import type { EditorCalls } from './use-editor-calls.ts';
import { sayUnrequestedEnd } from './use-generation-actions.ts';
import { Generation } from './generation.ts';

interface EditorParts {
  readonly edits: ChapterEdits;
  readonly generation: Generation;
}

/** Replacements for the defaults of the editor. */
interface EditorPage {
  readonly drafts?: DraftStorage;
  readonly say?: Say;
}

/** The edits and running operations of a video, updated by each record, the connection and closing the page. */
export function useEditorParts(video: VideoRecord, calls: EditorCalls, page: EditorPage = {}): EditorParts {
  const [parts] = useState(() => ({
    edits: new ChapterEdits(video, {
      save: calls.save,
      fetch: calls.fetch,
      drafts: page.drafts ?? new StoredDrafts(video.id),
    }),
    generation: new Generation({
      fetchOperation: calls.fetchOperation,
      fetch: calls.fetch,
      onUnrequestedEnd: (operation) => {
        sayUnrequestedEnd(page.say ?? say, operation);
      },
    }),
  }));
  const { edits, generation } = parts;

  useEffect(() => {
    const retry = () => {
      if (edits.state.kind === 'unsaved') void edits.flush();
    };
    const store = () => {
      edits.storeDrafts();
    };
    generation.open();
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      window.removeEventListener('online', retry);
      generation.close();
      edits.close();
    };
  }, [edits, generation]);

  useEffect(() => {
    edits.adopt(video);
    generation.followListed(video.operations);
  }, [edits, generation, video]);

  return parts;
}
