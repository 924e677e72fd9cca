import type { VideoRecord } from '@vault/contracts';
import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { reviewTranscript } from '../../../api/transcript-api.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

const showToast = createToaster({ durationMs: 3000, position: 'top' });
const untracked = { track: false } as const;

/** A day in the local time zone: `27 Nov 2026`. @param seconds epoch seconds */
const dayOf = (seconds: number) =>
  new Date(seconds * 1_000).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** Whether a person has checked the words, as a sentence, and the entry of a menu that lets the user say so. */
export function useReview({ id, transcriptReviewed: review }: VideoRecord): {
  entry: MenuEntry;
  text: string;
} {
  const dispatch = useAppDispatch();
  const userId = useUserSession()?.id;
  const [isBusy, setBusy] = useState(false);

  const mark = async (isReviewed: boolean) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await dispatch(reviewTranscript.initiate({ id, isReviewed }, untracked)).unwrap();
      await videoCalls(dispatch, id).fetch();
    } catch (error) {
      showToast('error', errorMessage(error, 'This was not saved. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  if (!review)
    return {
      entry: { label: 'Mark as reviewed', icon: Check, isDisabled: isBusy, onSelect: () => void mark(true) },
      text: '',
    };
  const by = review.by === userId ? ' by you' : '';
  return {
    entry: {
      label: 'Remove the “Reviewed” mark',
      icon: Undo2,
      isDisabled: isBusy,
      onSelect: () => void mark(false),
    },
    text: `Reviewed${by} on ${dayOf(review.at)}`,
  };
}
