import { chakra } from '@chakra-ui/react';
import type { LibraryJob } from '@vault/contracts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../api/http/error-message.ts';
import { useLibraryJob, useUndoLibraryJobMutation } from '../../api/library-job-api.ts';
import { videoCalls } from '../../api/video-calls.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { formatNumber, countOf } from '../../lib/format/format-number.ts';
import { useNow } from '../../lib/state/use-now.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressStrip } from '../video/progress-strip.tsx';
import { useMay } from '../../api/workspaces/permissions.ts';

const report = (error: unknown) => console.warn('The changed words could not be read.', error);
const videosOf = (count: number) => countOf(count, 'video');
const are = (count: number) => (count === 1 ? 'is' : 'are');

/** The accessible name of a job. */
const names = {
  corrections: 'Corrections in all videos',
  rename: 'Name of a speaker in all videos',
} as const;

function runningText({ kind, from, to, videos, done, conflicts, failed }: LibraryJob): string {
  const at = formatNumber(Math.min(done + conflicts + failed + 1, videos));
  const all = formatNumber(videos);
  return kind === 'rename' ? `“${from}” becomes “${to}”: video ${at} of ${all}` : `Video ${at} of ${all}`;
}

/** What was changed, and what was not and why. */
function endedText(job: LibraryJob): string {
  const { kind, from, to, isUndo, done, lines, conflicts, failed, problem } = job;
  const left = conflicts + failed;
  if (kind === 'rename')
    return [
      `“${from}” is “${to}” in ${videosOf(done)}.`,
      ...(left > 0 ? [`${countOf(left, 'video is', 'videos are')} left.`, problem] : []),
    ].join(' ');
  const changed = `${countOf(lines, 'line')} in ${videosOf(done)} ${are(lines)} ${isUndo ? 'restored' : 'corrected'}.`;
  return [
    ...(lines > 0 || left === 0 ? [changed] : []),
    ...(left > 0 ? [`${videosOf(left)} could not be changed.`] : []),
    ...(conflicts > 0
      ? ['Their lines have since been changed elsewhere, so they stay as they are.']
      : [problem]),
  ]
    .filter(Boolean)
    .join(' ');
}

interface LibraryJobBarProps {
  /** The video that the page shows. */
  videoId?: string;
}

/** The change of many videos: its progress, what failed, and the way back. The server makes it, also without this page. */
export function LibraryJobBar({ videoId }: LibraryJobBarProps) {
  const dispatch = useAppDispatch();
  const job = useLibraryJob();
  const now = useNow(10_000);
  const [undo, { isLoading, error }] = useUndoLibraryJobMutation();
  const [dismissedId, setDismissedId] = useState('');
  const endedId = job && !job.isRunning ? job.id : undefined;
  useEffect(() => {
    // The page shows the other words before the stream of changes says so.
    if (endedId !== undefined && videoId !== undefined)
      void videoCalls(dispatch, videoId).fetch().catch(report);
  }, [dispatch, videoId, endedId]);
  const mayEdit = useMay()('library.edit');
  if (!job || job.id === dismissedId) return null;
  const { id, kind, isRunning, videos, done, conflicts, failed, undoUntil } = job;
  const over = done + conflicts + failed;
  const canUndo = mayEdit && undoUntil !== null && undoUntil > now;
  const problem = error
    ? errorMessage(error, 'This was not undone. Check the connection, and try again.')
    : '';
  return (
    <chakra.div
      role="group"
      aria-label={names[kind]}
      my="3"
      py="1"
      ps="3"
      borderLeft="2px solid"
      borderColor={over > done && !isRunning ? 'caution' : 'line.strong'}
      fontSize="sm"
    >
      {isRunning ? <ProgressStrip label="Videos that are changed" percent={(over / videos) * 100} /> : null}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.p role="status" flex="1 1 220px" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {isRunning ? runningText(job) : endedText(job)}
          {canUndo ? ' You can undo this for ten minutes.' : null}
        </chakra.p>
        {canUndo ? (
          <Button size="small" isBusy={isLoading} onClick={() => void undo(id)}>
            Undo
          </Button>
        ) : null}
        {isRunning ? null : <IconButton label="Dismiss" icon={X} onClick={() => setDismissedId(id)} />}
      </chakra.div>
      {problem ? (
        <chakra.p role="alert" color="signal">
          {problem}
        </chakra.p>
      ) : null}
    </chakra.div>
  );
}
