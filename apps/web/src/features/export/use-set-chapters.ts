import type { Chapter, VideoRecord } from '@vault/contracts';
import { useState } from 'react';
import { editorApi, useSaveChaptersMutation } from '../../api/editor-api.ts';
import { errorMessage, errorStatus } from '../../api/error-message.ts';
import { showToast } from '../../lib/toasts.ts';
import type { ToastStyle } from '../../lib/toasts.ts';
import { exportStrings as words } from './export.strings.ts';

interface Step {
  /** The chapters as they were. */
  readonly before: readonly Chapter[];
  /** Of the record that the pasted list made: when it has moved on, there is no way back. */
  readonly version: number;
}

export interface SetChapters {
  /** Saves the full list. Why it was not saved, as a sentence; empty when it was. */
  readonly set: (chapters: readonly Chapter[]) => Promise<string>;
  /** Takes the last list back, as long as nothing has changed since; null when there is nothing to take back. */
  readonly undo: (() => void) | null;
}

/** Sets all chapters of a video at once, on the condition that they are still what the person has seen. */
export function useSetChapters(video: VideoRecord, toast: ToastStyle): SetChapters {
  const [save] = useSaveChaptersMutation();
  const [refresh] = editorApi.endpoints.freshVideo.useMutation();
  const [step, setStep] = useState<Step | null>(null);

  const takeBack = async ({ before, version }: Step) => {
    setStep(null);
    try {
      await save({ passthrough: video.id, chapters: before, version }).unwrap();
      showToast({ kind: 'success', text: words.undone, ...toast });
    } catch (error) {
      const isConflict = errorStatus(error) === 409;
      const text = isConflict ? words.undoConflict : errorMessage(error, words.failed);
      showToast({ kind: 'error', text, ...toast });
      if (!isConflict) setStep({ before, version });
    }
  };

  const set = async (chapters: readonly Chapter[]) => {
    try {
      const record = await save({ passthrough: video.id, chapters, version: video.version }).unwrap();
      const done = { before: video.chapters, version: record.version };
      setStep(done);
      const onSelect = () => void takeBack(done);
      showToast({
        kind: 'success',
        text: words.done(chapters.length),
        action: { label: words.undo, onSelect },
        ...toast,
      });
      return '';
    } catch (error) {
      if (errorStatus(error) !== 409) return errorMessage(error, words.failed);
      // The preview then shows what the list makes of the chapters as they are now.
      await refresh(video.id);
      return words.conflict;
    }
  };

  const undo = step && step.version === video.version ? () => void takeBack(step) : null;
  return { set, undo };
}
