import { useState } from 'react';
import { errorMessage, errorStatus } from '../../api/error-message.ts';
import type { LibraryVideo } from '../../api/library.ts';
import {
  useDeleteVideoMutation,
  useGenerateSummaryMutation,
  useIndexVideoMutation,
  useLazyVideoQuery,
  useRegenerateChaptersMutation,
} from '../../api/videos-api.ts';
import { BusyOverlay } from '../../components/busy-overlay.tsx';
import { withCost } from '../../components/cost.strings.ts';
import { showToast } from '../../lib/toasts.ts';
import { offerUndo } from '../../lib/undo-offers.ts';
import { offerUpgrade } from '../../lib/upgrade-offer.ts';
import { libraryStrings as words } from './library.strings.ts';

const toastMs = 2500;
const forbidden = 403;
const say = (kind: 'success' | 'error' | 'info', text: string) => {
  showToast({ kind, text, durationMs: toastMs });
};

/** Runs confirmed actions on a video and shows the outcome. `overlay` covers the page while chapters regenerate. */
export function useVideoActions(video: LibraryVideo) {
  const [removeVideo] = useDeleteVideoMutation();
  const [regenerateChapters] = useRegenerateChaptersMutation();
  const [generateSummary] = useGenerateSummaryMutation();
  const [indexVideo] = useIndexVideoMutation();
  const [refresh] = useLazyVideoQuery();
  const [isCovering, setCovering] = useState(false);

  const attempt = async (work: () => Promise<void>, failure: string) => {
    try {
      await work();
    } catch (error) {
      say('error', errorMessage(error, failure));
      // The plan does not allow it: the user may upgrade.
      if (errorStatus(error) === forbidden) offerUpgrade();
    }
  };

  const remove = () =>
    attempt(async () => {
      await removeVideo(video.id).unwrap();
      say('success', words.removed);
    }, words.removeFailed);

  const regenerate = async () => {
    setCovering(true);
    await attempt(async () => {
      const { isDone, tokens } = await regenerateChapters(video.id).unwrap();
      const { version } = await refresh(video.uploadId).unwrap();
      if (video.chapters.length > 0) {
        const before = { kind: 'chapters', chapters: video.chapters } as const;
        offerUndo(video.id, { before, version, isRedo: false });
      }
      if (isDone) say('success', withCost(words.regenerated, tokens));
    }, words.regenerateFailed);
    setCovering(false);
  };

  const summarise = () =>
    attempt(async () => {
      say('info', words.summarising);
      const { tokens } = await generateSummary(video.id).unwrap();
      await refresh(video.uploadId).unwrap();
      say('success', withCost(words.summaryDone, tokens));
    }, words.summaryFailed);

  const index = () =>
    attempt(async () => {
      say('success', (await indexVideo(video.id).unwrap()) || words.indexed);
    }, words.indexFailed);

  const overlay = isCovering ? (
    <BusyOverlay
      title={words.regenerating}
      hint={words.regeneratingHint}
      leaveLabel={words.inBackground}
      onLeave={() => {
        setCovering(false);
      }}
    />
  ) : null;

  return { remove, regenerate, summarise, index, overlay };
}
