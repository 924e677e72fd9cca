import { chakra } from '@chakra-ui/react';
import type { Chapter } from '@vault/contracts';
import { FoldVertical, Link2, MoveHorizontal, Split, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useCopyLink, useOwnLinkLabel } from '../../../components/player/moment-actions.ts';
import { usePlaybackValue } from '../../../components/player/playback.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { LazyMenu } from '../../../components/ui/lazy-menu.tsx';
import { formatDuration, secondsOf } from '../../../lib/format/format-duration.ts';
import {
  addedStart,
  firstStays,
  mergeProblem,
  moveProblem,
  startBounds,
} from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const forFingers = { '@media (pointer: coarse)': { '& > button': { width: '44px', height: '44px' } } };

interface RowMenuProps {
  chapter: Chapter;
  index: number;
}

/** The menu that changes the list at one chapter. */
export function RowMenu({ tabIndex, ...props }: RowMenuProps & { tabIndex: 0 | -1 }) {
  const { title, start } = props.chapter;
  const nameMenu = useMay()('library.edit') ? strings.rowMenu : strings.fixedRowMenu;
  return (
    <chakra.span data-control="more" css={forFingers}>
      <LazyMenu label={nameMenu(title, formatDuration(secondsOf(start)))} tabIndex={tabIndex}>
        {(menu) => <OpenedMenu {...menu} {...props} />}
      </LazyMenu>
    </chakra.span>
  );
}

type OpenedMenuProps = RowMenuProps & Omit<ComponentProps<typeof ActionMenu>, 'entries'>;

function OpenedMenu({ chapter: { start }, index, ...menu }: OpenedMenuProps) {
  const { edits, rules, apply, editStart } = useEditor();
  const copyLink = useCopyLink();
  const linkLabel = useOwnLinkLabel();
  const mayEdit = useMay()('library.edit');
  const chapters = useShown(edits, (shown) => shown.chapters);
  const second = usePlaybackValue(Math.floor);
  const next = chapters[index + 1];
  const isInside = second >= secondsOf(start) && (!next || second < secondsOf(next.start));
  const place = isInside
    ? addedStart(chapters, second, rules)
    : { problem: 'Play this chapter up to the place where it should be split.' };
  const splitAt = 'problem' in place ? second : place.at;
  const links = copyLink
    ? [{ label: linkLabel, icon: Link2, onSelect: () => copyLink(secondsOf(start)) }]
    : [];
  const entries: MenuEntry[] = mayEdit
    ? [
        {
          label: 'Split at the playhead',
          icon: Split,
          ...('problem' in place ? disabled(place.problem) : { note: `At ${formatDuration(splitAt)}` }),
          onSelect: () => void apply({ kind: 'add', at: splitAt }, 'title'),
        },
        {
          label: 'Move the start…',
          icon: MoveHorizontal,
          ...disabled(moveProblem(index, startBounds(chapters, index, rules))),
          onSelect: () => editStart(start),
        },
        {
          label: 'Merge with the next',
          icon: FoldVertical,
          ...disabled(mergeProblem(chapters, index)),
          onSelect: () => void apply({ kind: 'merge', start }, 'more'),
        },
        ...links,
        {
          label: 'Delete chapter',
          icon: Trash2,
          ...disabled(index === 0 ? firstStays : ''),
          onSelect: () => void apply({ kind: 'delete', start }, 'play'),
        },
      ]
    : links;
  return <ActionMenu {...menu} entries={entries} />;
}

/** Disables an entry for a reason; an empty one leaves it enabled. */
const disabled = (problem: string) => (problem === '' ? {} : { isDisabled: true, note: problem });
