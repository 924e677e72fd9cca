import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { Pencil, UserRound } from 'lucide-react';
import { ClipThis } from '../../../components/player/clip-this.tsx';
import { CopyLink } from '../../../components/player/copy-link.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { QuietActions } from '../../../components/ui/quiet-actions.tsx';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { transcriptStrings } from '../transcript.strings.ts';

/** Shown over the end of its line; on touch screens below it, and only for the current line. */
const Actions = chakra(QuietActions, {
  base: {
    position: 'absolute',
    top: '1px',
    right: '3px',
    bg: 'surface',
    borderRadius: 'md',
    '@media (hover: none)': {
      position: 'static',
      display: 'none',
      ms: 'calc(var(--time-width) + 12px)',
      bg: 'transparent',
      '& button': { width: '44px', height: '44px' },
      '[data-now] + &': { display: 'flex' },
    },
  },
});

interface LineActionsProps {
  cue: Cue;
  tabIndex: number;
  onEdit: () => void;
  onSpeaker: () => void;
}

/** The actions of a line. */
export function LineActions({ cue, tabIndex, onEdit, onSpeaker }: LineActionsProps) {
  const time = formatDuration(cue.start);
  return (
    <Actions>
      <IconButton label={`Edit the words at ${time}`} icon={Pencil} tabIndex={tabIndex} onClick={onEdit} />
      <IconButton
        label={transcriptStrings.speakers.change(time)}
        icon={UserRound}
        tabIndex={tabIndex}
        onClick={onSpeaker}
      />
      <ClipThis
        label={`Clip what is said at ${time}`}
        tabIndex={tabIndex}
        timeRange={() => ({ from: cue.start, to: cue.end })}
      />
      <CopyLink tabIndex={tabIndex} seconds={cue.start} />
    </Actions>
  );
}
