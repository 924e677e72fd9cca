import { chakra } from '@chakra-ui/react';
import type { Cue } from '@vault/webvtt';
import { Link2, Pencil, Scissors, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import {
  shareLabel,
  useClipRequests,
  useCopyLink,
  useOwnLinkLabel,
  useShareMoment,
} from '../../../components/player/moment-actions.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { LazyMenu } from '../../../components/ui/lazy-menu.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

/** In the place of the time, so that it covers no word; on touch screens only for the current line. */
const Place = chakra('span', {
  base: {
    position: 'absolute',
    top: '1px',
    left: '6px',
    opacity: 0,
    '& button': { width: 'calc(var(--time-width) + 12px)', height: '30px', bg: 'hover' },
    '[data-acts]:hover &, [data-acts]:focus-within &': { opacity: 1 },
    '@media (hover: none)': {
      display: 'none',
      '& button': { height: '42px' },
      '[data-now] + &': { display: 'block', opacity: 1 },
    },
  },
});

interface LineActionsProps {
  cue: Cue;
  tabIndex: 0 | -1;
  onEdit: () => void;
  onSpeaker: () => void;
}

/** The actions of a line, in a menu. */
export function LineActions({ tabIndex, ...props }: LineActionsProps) {
  return (
    <Place>
      <LazyMenu label={`More for the line at ${formatDuration(props.cue.start)}`} tabIndex={tabIndex}>
        {(menu) => <OpenedMenu {...menu} {...props} />}
      </LazyMenu>
    </Place>
  );
}

type OpenedMenuProps = Omit<LineActionsProps, 'tabIndex'> &
  Omit<ComponentProps<typeof ActionMenu>, 'entries'>;

function OpenedMenu({ cue, onEdit, onSpeaker, ...menu }: OpenedMenuProps) {
  const clips = useClipRequests();
  const sharing = useShareMoment();
  const copyLink = useCopyLink();
  const linkLabel = useOwnLinkLabel();
  const mayEdit = useMay()('library.edit');
  const timeRange = { from: cue.start, to: cue.end };
  const entries: MenuEntry[] = mayEdit
    ? [
        { label: 'Edit the words', icon: Pencil, onSelect: onEdit },
        { label: 'Set the speaker…', icon: UserRound, onSelect: onSpeaker },
      ]
    : [];
  if (clips) entries.push({ label: 'Clip…', icon: Scissors, onSelect: () => clips.openWords(timeRange) });
  if (sharing)
    entries.push({
      label: shareLabel,
      icon: Link2,
      onSelect: () => void sharing.share('span', timeRange),
    });
  if (copyLink) entries.push({ label: linkLabel, icon: Link2, onSelect: () => copyLink(cue.start) });
  return <ActionMenu {...menu} entries={entries} />;
}
