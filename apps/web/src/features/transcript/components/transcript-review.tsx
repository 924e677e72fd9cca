import type { VideoRecord } from '@vault/contracts';
import { Check, CheckCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { reviewTranscript } from '../../../api/transcript-api.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

const showToast = createToaster({ durationMs: 3000, position: 'top' });
const untracked = { track: false } as const;

/** A day in the local time zone: `27 Nov 2026`. @param seconds epoch seconds */
const dayOf = (seconds: number) =>
  new Date(seconds * 1_000).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** Says whether a person has checked the words, and lets the user say so. */
export function TranscriptReview({ video: { id, transcriptReviewed: review } }: { video: VideoRecord }) {
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
    return (
      <Button size="tiny" tone="quiet" icon={Check} isBusy={isBusy} onClick={() => void mark(true)}>
        Mark as reviewed
      </Button>
    );
  const by = review.by === userId ? ' by you' : '';
  return (
    <ActionMenu
      label={`Reviewed${by} on ${dayOf(review.at)}`}
      isNamed
      icon={CheckCheck}
      entries={[{ label: 'Remove the mark', icon: Undo2, onSelect: () => void mark(false) }]}
    />
  );
}
