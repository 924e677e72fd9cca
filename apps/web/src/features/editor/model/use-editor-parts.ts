import type { VideoRecord } from '@vault/contracts';
import { useEffect, useLayoutEffect, useState } from 'react';
import { unrequestedEnd } from '../../../components/generation/generation.strings.ts';
import { ChapterEdits } from './chapter-edits.ts';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import type { DraftStorage } from '../../../lib/drafts/stored-drafts.ts';
import { useDraftPage } from '../../../lib/drafts/use-draft-page.ts';
import { chapterDrafts } from './chapter-drafts.ts';
import type { FieldEdit } from './rebase-edits.ts';
import { showEditorToast } from './show-editor-toast.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';
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
  readonly drafts?: DraftStorage<FieldEdit>;
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
      drafts: page.drafts ?? new StoredDrafts(chapterDrafts, video.id),
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
    if (!isOwn) return undefined;
    generation.open();
    return () => generation.close();
  }, [generation, isOwn]);
  useDraftPage(edits);

  // Before the browser paints: the first render has no chapters.
  useLayoutEffect(() => edits.adopt(video), [edits, video]);

  const mayGenerate = useMay()('generate');
  useEffect(() => {
    if (mayGenerate) generation.followListed(video);
  }, [generation, video, mayGenerate]);

  return parts;
}
