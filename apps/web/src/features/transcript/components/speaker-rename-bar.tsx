import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { videoCalls } from '../../../api/video-calls.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import {
  continueRename,
  renameClosed,
  selectRename,
  stopRename,
  undoable,
  undoRename,
} from '../model/speaker-rename.slice.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const { everywhere: strings } = transcriptStrings.speakers;
const report = (error: unknown) => console.warn('The renamed lines could not be read.', error);

/** The rename of a speaker in all videos: its progress, what failed, and the way back. */
export function SpeakerRenameBar({ videoId }: { videoId: string }) {
  const dispatch = useAppDispatch();
  const rename = useAppSelector(selectRename);
  const renamed = rename?.done.includes(videoId) === true ? rename.id : null;
  useEffect(() => {
    // The page shows the other name before the stream of changes says so.
    if (renamed !== null) void videoCalls(dispatch, videoId).fetch().catch(report);
  }, [dispatch, videoId, renamed]);
  if (!rename) return null;
  const { from, to, isUndo, isRunning, left, done, failed, problem } = rename;
  const [over, all] = [done.length + failed.length, done.length + failed.length + left.length];
  const open = left.length + failed.length;
  const text = isRunning
    ? strings.running(from, to, Math.min(over + 1, all), all)
    : [
        strings.done(from, to, done.length),
        ...(open > 0 ? [strings.left(open)] : []),
        ...(failed.length > 0 ? [problem] : []),
      ].join(' ');
  return (
    <chakra.div
      role="group"
      aria-label={strings.bar}
      my="2"
      py="1"
      ps="3"
      borderLeft="2px solid"
      borderColor={open > 0 && !isRunning ? 'caution' : 'line.strong'}
      fontSize="xs"
    >
      {isRunning ? <ProgressStrip label={strings.bar} percent={(over / all) * 100} /> : null}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <chakra.p role="status" flexBasis="100%" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {text}
        </chakra.p>
        {isRunning ? (
          <Button size="tiny" onClick={() => dispatch(stopRename())}>
            {strings.stop}
          </Button>
        ) : null}
        {!isRunning && open > 0 ? (
          <Button size="tiny" onClick={() => void dispatch(continueRename())}>
            {failed.length > 0 ? strings.again : strings.goOn}
          </Button>
        ) : null}
        {!isRunning && !isUndo && undoable(rename).length > 0 ? (
          <Button size="tiny" onClick={() => void dispatch(undoRename())}>
            {strings.undo}
          </Button>
        ) : null}
        {isRunning ? null : (
          <IconButton label={strings.dismiss} icon={X} onClick={() => dispatch(renameClosed())} />
        )}
      </chakra.div>
    </chakra.div>
  );
}
