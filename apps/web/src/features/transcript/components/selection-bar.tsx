import { chakra } from '@chakra-ui/react';
import { Scissors, UserRound } from 'lucide-react';
import { useClipRequests } from '../../../components/player/moment-actions.ts';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { usePlaybackValue } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';

/** Over the last lines of the transcript. */
const Bar = chakra('div', {
  base: {
    position: 'absolute',
    bottom: '3',
    left: '0',
    right: '0',
    mx: 'auto',
    width: 'fit-content',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    pl: '4',
    pr: '1',
    py: '1',
    bg: 'surface',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'full',
    fontSize: 'xs',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    animation: 'rise-in 150ms ease-out',
    '& button': { borderRadius: 'full' },
  },
});

interface SelectionBarProps {
  /** The time of the selected words; null while none are. */
  selected: TimeRange | null;
  /** Asks who speaks the selected lines; undefined while no line is selected. */
  onSpeaker: (() => void) | undefined;
}

/** What can be done with the selected words. */
export function SelectionBar({ selected, onSpeaker }: SelectionBarProps) {
  const clips = useClipRequests();
  if (!selected || !clips) return null;
  return (
    <Bar>
      <chakra.span color="ink.muted" whiteSpace="nowrap">
        {(selected.to - selected.from).toFixed(1)} s<chakra.span srOnly> selected</chakra.span>
      </chakra.span>
      <Button
        size="small"
        icon={Scissors}
        // The words stay selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => clips.openWords(selected)}
      >
        Clip these words
      </Button>
      {onSpeaker ? (
        <Button size="small" icon={UserRound} onClick={onSpeaker}>
          {strings.speakers.ofSelection}
        </Button>
      ) : null}
    </Bar>
  );
}

/** Leads back to the line that plays, which is out of view. */
export function BackToNow({ onFollow }: { onFollow: () => void }) {
  const now = usePlaybackValue(Math.floor);
  return (
    <Bar>
      <chakra.span color="ink.muted">{`Player at ${formatDuration(now)}`}</chakra.span>
      <Button size="small" onClick={onFollow}>
        Back to now
      </Button>
    </Bar>
  );
}
