import { chakra } from '@chakra-ui/react';
import type { Chapter } from '@vault/contracts';
import { Ellipsis, FoldVertical, MoveHorizontal, Scissors, Split, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useClipRequests } from '../../../components/player/clip-requests.ts';
import { usePlaybackValue } from '../../../components/player/playback.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatDuration, secondsOf } from '../../../lib/format/format-time.ts';
import {
  addedStart,
  firstStays,
  mergeProblem,
  moveProblem,
  startBounds,
} from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { useStructure } from '../model/structure-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { useTabIndex } from './use-roving-tab-index.ts';

const forFingers = { '@media (pointer: coarse)': { '& > button': { width: '44px', height: '44px' } } };

/** The menu that changes the list at one chapter. It is created when it is first opened, because lists are long. */
export function RowMenu({ chapter, index }: { chapter: Chapter; index: number }) {
  const [isUsed, setUsed] = useState(false);
  const tabIndex = useTabIndex('more');
  const label = strings.rowMenu(chapter.title, formatDuration(secondsOf(chapter.start)));
  return (
    <chakra.span data-control="more" css={forFingers}>
      {isUsed ? (
        <OpenedMenu chapter={chapter} index={index} label={label} tabIndex={tabIndex} />
      ) : (
        <IconButton
          label={label}
          icon={Ellipsis}
          aria-haspopup="menu"
          tabIndex={tabIndex}
          onClick={() => setUsed(true)}
        />
      )}
    </chakra.span>
  );
}

interface OpenedMenuProps {
  chapter: Chapter;
  index: number;
  label: string;
  tabIndex: 0 | -1;
}

function OpenedMenu({ chapter: { start }, index, label, tabIndex }: OpenedMenuProps) {
  const { edits } = useEditor();
  const clips = useClipRequests();
  const { rules, apply, editStart } = useStructure();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const second = usePlaybackValue(Math.floor);
  const next = chapters[index + 1];
  const isInside = second >= secondsOf(start) && (!next || second < secondsOf(next.start));
  const place = isInside
    ? addedStart(chapters, second, rules)
    : { problem: 'Play this chapter up to the place where it should be split.' };
  const splitAt = 'problem' in place ? second : place.at;
  return (
    <ActionMenu
      isInitiallyOpen
      label={label}
      icon={Ellipsis}
      tabIndex={tabIndex}
      entries={[
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
        ...(clips
          ? [
              {
                label: 'Clip these words…',
                icon: Scissors,
                onSelect: () => {
                  const to = next ? secondsOf(next.start) : rules.duration;
                  clips.openWords({ from: secondsOf(start), to });
                },
              },
            ]
          : []),
        {
          label: 'Delete chapter',
          icon: Trash2,
          ...disabled(index === 0 ? firstStays : ''),
          onSelect: () => void apply({ kind: 'delete', start }, 'play'),
        },
      ]}
    />
  );
}

/** Disables an entry for a reason; an empty one leaves it enabled. */
const disabled = (problem: string) => (problem === '' ? {} : { isDisabled: true, note: problem });
