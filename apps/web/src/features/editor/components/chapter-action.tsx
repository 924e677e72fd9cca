import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTabIndex } from './use-roving-tab-index.ts';

/** Beside the title there is room for the icons, but not for their words. */
const wideForIcons = '@container (min-width: 500px) and (max-width: 819px)';

/** From this width on the actions of a chapter stand beside its title; below it they appear when it is expanded. */
export const wideForActions = '@container (min-width: 500px)';

const ActionButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minWidth: '36px',
    height: '36px',
    px: '2',
    ml: '-2',
    mr: '3',
    borderRadius: 'md',
    fontSize: 'sm',
    fontWeight: 'strong',
    color: 'ink.muted',
    transition: 'background-color 150ms ease-out, color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5 },
    [wideForActions]: { mx: '0' },
    [wideForIcons]: { '& > span:last-child': { srOnly: true } },
  },
});

interface ChapterActionProps {
  /** The tooltip. The accessible name adds the title of the chapter. */
  label: string;
  /** The visible word, part of the label. */
  word: string;
  /** Shows the icon alone, for an action of less importance. */
  isWordHidden?: boolean;
  chapterTitle: string;
  icon: ReactNode;
  isBusy?: boolean;
  /** The same in every row: the arrow keys up and down move between rows by this name. */
  control: string;
  onClick: () => void;
}

/** A button for an action on one chapter. */
export function ChapterAction({
  label,
  word,
  isWordHidden,
  chapterTitle,
  icon,
  isBusy,
  control,
  onClick,
}: ChapterActionProps) {
  return (
    <ActionButton
      type="button"
      title={label}
      aria-label={`${label}: ${chapterTitle}`}
      aria-busy={isBusy || undefined}
      data-control={control}
      tabIndex={useTabIndex(control)}
      onClick={onClick}
    >
      {icon}
      {isWordHidden ? null : <span>{word}</span>}
    </ActionButton>
  );
}
