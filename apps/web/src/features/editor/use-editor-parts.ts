import type { VideoRecord } from '@vault/contracts';
import { useEffect, useState } from 'react';
import { ChapterEdits } from './chapter-edits.ts';
import { StoredDrafts } from './draft-shelf.ts';
import type { DraftShelf } from './draft-shelf.ts';
import { say } from './say.ts';
import type { Say } from './say.ts';
import type { EditorCalls } from './use-editor-calls.ts';
import { sayFoundEnd } from './use-writing-deeds.ts';
import { Writing } from './writing.ts';

interface EditorParts {
  readonly edits: ChapterEdits;
  readonly writing: Writing;
}

/** What a page may have otherwise than the editor. */
interface EditorPage {
  readonly drafts?: DraftShelf;
  readonly say?: Say;
}

/** The edits of one video and what is being written for it, tied to the record as it arrives and to the connection. */
export function useEditorParts(video: VideoRecord, calls: EditorCalls, page: EditorPage = {}): EditorParts {
  const [parts] = useState(() => ({
    edits: new ChapterEdits(video, {
      save: calls.save,
      fetch: calls.fetch,
      drafts: page.drafts ?? new StoredDrafts(video.id),
    }),
    writing: new Writing({
      ask: calls.ask,
      fetch: calls.fetch,
      onFoundEnd: (operation) => {
        sayFoundEnd(page.say ?? say, operation);
      },
    }),
  }));
  const { edits, writing } = parts;

  useEffect(() => {
    const retry = () => {
      if (edits.state.kind === 'unsaved') void edits.flush();
    };
    const keep = () => {
      edits.keep();
    };
    writing.open();
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('online', retry);
      writing.close();
      edits.close();
    };
  }, [edits, writing]);

  useEffect(() => {
    edits.adopt(video);
    writing.found(video.operations);
  }, [edits, writing, video]);

  return parts;
}
