import type { Chapter, VideoRecord } from '@vault/contracts';
import { useState } from 'react';
import { useVideoCalls } from '../../../api/video-calls.ts';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { exportStrings as strings } from '../export.strings.ts';

interface Step {
  /** The chapters before the change. */
  readonly before: readonly Chapter[];
  /** The version that the pasted list created. Undo is possible only while the record still has it. */
  readonly version: number;
}

export interface SetChapters {
  /** Saves the full list. @returns why it was not saved, as a sentence; empty when it was */
  readonly set: (chapters: readonly Chapter[]) => Promise<string>;
  /** Restores the chapters before the last list; null when there is none or the record has changed since. */
  readonly undo: (() => void) | null;
}

/** Replaces all chapters of a video, on the condition that the version is still the one that was shown. */
export function useSetChapters(video: VideoRecord, toast: ToastStyle): SetChapters {
  const calls = useVideoCalls(video.id);
  const [step, setStep] = useState<Step | null>(null);

  const revert = async ({ before, version }: Step) => {
    setStep(null);
    try {
      await calls.save({ chapters: before, version });
      showToast({ kind: 'success', text: 'The previous chapters were restored.', ...toast });
    } catch (error) {
      const isConflict = errorStatus(error) === 409;
      const text = isConflict
        ? 'The chapters have changed, so nothing was undone.'
        : errorMessage(error, strings.failed);
      showToast({ kind: 'error', text, ...toast });
      if (!isConflict) setStep({ before, version });
    }
  };

  const set = async (chapters: readonly Chapter[]) => {
    try {
      const record = await calls.save({ chapters, version: video.version });
      const done = { before: video.chapters, version: record.version };
      setStep(done);
      const onSelect = () => void revert(done);
      showToast({
        kind: 'success',
        text: strings.done(chapters.length),
        action: { label: 'Undo', onSelect },
        ...toast,
      });
      return '';
    } catch (error) {
      if (errorStatus(error) !== 409) return errorMessage(error, strings.failed);
      // The preview then compares the list with the current chapters.
      await calls.fetch().catch(() => null);
      return 'The chapters have changed. Check the updated preview, then set them again.';
    }
  };

  const undo = step && step.version === video.version ? () => void revert(step) : null;
  return { set, undo };
}
