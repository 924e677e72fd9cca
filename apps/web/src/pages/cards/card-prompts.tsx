import { useEffect, useMemo } from 'react';
import { withEarlierChapters } from '../../api/chapters-fallback.ts';
import type { LibraryVideo } from '../../api/merge-library.ts';
import { useVideoQuery } from '../../api/videos-api.ts';
import { useVideoCalls } from '../../api/video-calls.ts';
import { useEditorDialogs } from '../../features/editor/components/use-editor-dialogs.tsx';
import { useEditorParts } from '../../features/editor/model/use-editor-parts.ts';
import { useCardGenerations } from '../../features/library/model/card-generations.ts';
import { createToaster } from '../../components/ui/toasts/toasts.ts';

/** Without drafts: a prompt from a card uses the saved chapters, not the unsaved edits of the video page. */
const page = {
  showToast: createToaster({ durationMs: 2500 }),
  drafts: { read: () => [], write: () => true },
};

/** A prompt that was requested on a card; every request is a new object. */
export interface CardPrompt {
  readonly video: LibraryVideo;
  readonly kind: 'quotes' | 'search';
}

/** The popups that send a prompt for a chapter from a card. While mounted, it reports the outcome. */
export function CardPrompts({ request }: { request: CardPrompt }) {
  // A card may be outdated: use the current record.
  const { currentData, refetch } = useVideoQuery(request.video.id);
  const video = useMemo(
    () => withEarlierChapters(currentData ?? request.video, request.video),
    [currentData, request.video],
  );
  const calls = useVideoCalls(video.id);
  const { edits, generation } = useEditorParts(video, calls, {
    ...page,
    generation: useCardGenerations()(video.id),
  });
  const { dialogs, openPrompt } = useEditorDialogs({
    video,
    edits,
    generation,
    calls,
    showToast: page.showToast,
    isChoosing: true,
  });

  useEffect(() => {
    void refetch();
    openPrompt(request.kind, request.video.chapters[0]?.start ?? '');
    // Runs once for each request, whatever else has changed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [request]);

  return dialogs;
}
