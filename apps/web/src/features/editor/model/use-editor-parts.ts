import type { VideoRecord } from '@vault/contracts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { unrequestedEnd } from '../../../components/generation/generation.strings.ts';
import { ChapterEdits } from './chapter-edits.ts';
import { StoredDrafts } from './draft-storage.ts';
import type { DraftStorage } from './draft-storage.ts';
import { showEditorToast } from './show-editor-toast.ts';
import type { VideoCalls } from '../../../api/video-calls.ts';
import { Generation } from '../../../api/generation.ts';
import { useAppStore } from '../../../store/hooks.ts';
import type { ShowToast } from '../../../components/ui/toasts/toasts.ts';

interface EditorParts {
  readonly edits: ChapterEdits;
  readonly generation: Generation;
}

/** Replacements for the defaults of the editor. */
interface EditorPage {
  readonly drafts?: DraftStorage;
  readonly showToast?: ShowToast;
  /** The page follows the operations itself, and ends that. */
  readonly generation?: Generation;
}

/** The edits and running operations of a video, updated by each record, the connection and closing the page. */
export function useEditorParts(video: VideoRecord, calls: VideoCalls, page: EditorPage = {}): EditorParts {
  const store = useAppStore();
  const [parts] = useState(() => ({
    edits: new ChapterEdits(store, {
      save: calls.save,
      fetch: calls.fetch,
      drafts: page.drafts ?? new StoredDrafts(video.id),
    }),
    generation:
      page.generation ??
      new Generation(video.id, store, {
        ...calls,
        onUnrequestedEnd: (operation) => {
          const { kind, text } = unrequestedEnd(operation);
          (page.showToast ?? showEditorToast)(kind, text);
        },
      }),
  }));
  const { edits, generation } = parts;
  const isOwn = page.generation === undefined;

  useEffect(() => {
    const retry = () => {
      if (edits.shown.saveState.kind === 'unsaved') void edits.flush();
    };
    const store = () => edits.storeDrafts();
    if (isOwn) generation.open();
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      window.removeEventListener('online', retry);
      if (isOwn) generation.close();
      edits.close();
    };
  }, [edits, generation, isOwn]);

  // Before the browser paints: the first render has no chapters.
  useLayoutEffect(() => edits.adopt(video), [edits, video]);

  useEffect(() => generation.followListed(video), [generation, video]);

  return parts;
}
