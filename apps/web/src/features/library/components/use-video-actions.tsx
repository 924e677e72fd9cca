import type { VideoRecord } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { useDeleteVideoMutation, useIndexVideoMutation } from '../../../api/videos-api.ts';
import { BusyOverlay } from '../../../components/video/busy-overlay.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { undoOffered } from '../../../components/generation/undo-offers.slice.ts';
import { upgradeOffered } from '../../../components/generation/upgrade-offer.slice.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { useCardGenerations } from '../model/card-generations.ts';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { withCost } from '../../../components/generation/with-cost.ts';

const forbidden = 403;
const showToast = createToaster({ durationMs: 2500 });

/** Runs confirmed actions on a video and shows the outcome. `overlay` covers the page while chapters regenerate. */
export function useVideoActions(video: LibraryVideo) {
  const dispatch = useAppDispatch();
  const generation = useCardGenerations()(video.id);
  const [removeVideo] = useDeleteVideoMutation();
  const [indexVideo] = useIndexVideoMutation();
  const [isCovering, setCovering] = useState(false);

  const attempt = async (work: () => Promise<void>, failure: string) => {
    try {
      await work();
    } catch (error) {
      showToast('error', errorMessage(error, failure));
      // The plan does not allow it: the user may upgrade.
      if (errorStatus(error) === forbidden) dispatch(upgradeOffered());
    }
  };

  const remove = () =>
    attempt(async () => {
      await removeVideo({ id: video.id }).unwrap();
      showToast('success', 'Video deleted.');
    }, 'The video was not deleted. Please try again.');

  /** @returns the record after the generation; null when it failed or the page was closed */
  const generate = async (kind: 'chapters' | 'summary'): Promise<VideoRecord | null> => {
    if (generation.isRunning(kind)) return null;
    const { writeChapters, writeSummary } = videoCalls(dispatch, video.id);
    const outcome = await generation.run(kind, null, kind === 'chapters' ? writeChapters : writeSummary);
    if (!outcome) return null;
    const { ready, failed } = generationStrings[kind];
    if (!outcome.isDone) {
      showToast('error', outcome.msg || failed);
      if (outcome.isRefused) dispatch(upgradeOffered());
      return null;
    }
    showToast(outcome.msg ? 'info' : 'success', withCost(outcome.msg || ready, outcome.operation.tokens));
    return outcome.record;
  };

  const regenerate = async () => {
    const { chapters } = video;
    setCovering(true);
    const record = await generate('chapters');
    setCovering(false);
    if (!record || chapters.length === 0) return;
    dispatch(
      undoOffered(video.id, {
        before: { kind: 'chapters', chapters },
        version: record.version,
        isRedo: false,
      }),
    );
  };

  const summarise = async () => {
    showToast('info', generationStrings.summary.running);
    await generate('summary');
  };

  const index = () =>
    attempt(async () => {
      showToast('success', (await indexVideo(video.id).unwrap()) || 'Omnisearch upload successfully.');
    }, 'Error on the server');

  const overlay = isCovering ? (
    <BusyOverlay
      title={generationStrings.chapters.running}
      hint="Reading the transcript again to find new chapters."
      leaveLabel="Continue in the background"
      onLeave={() => setCovering(false)}
    />
  ) : null;

  return { remove, regenerate, summarise, index, overlay };
}
