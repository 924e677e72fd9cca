import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { editorStrings as words } from './editor.strings.ts';
import { useTabIndex } from './use-row-stop.ts';

/** With this much room what a chapter offers stands beside its title; with less, below it once it is open. */
export const roomForAll = '@container (min-width: 500px)';

const Offer = chakra('button', {
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
    border: 'none',
    borderRadius: 'md',
    bg: 'transparent',
    fontSize: 'sm',
    fontWeight: 'strong',
    color: 'ink.muted',
    transition: 'background-color 150ms ease-out, color 150ms ease-out',
    _hover: { bg: 'hover', color: 'ink' },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5 },
    // Beside the title there is room for the sign alone.
    [roomForAll]: { mx: '0', '& > :last-child': { srOnly: true } },
  },
});

interface ChapterOfferProps {
  /** What it does; its name says also to which chapter. */
  label: string;
  chapterTitle: string;
  icon: ReactNode;
  isBusy?: boolean;
  /** The same in every row: up and down lead from one to the next. */
  control: string;
  onClick: () => void;
}

/** Something that can be done with one chapter. */
export function ChapterOffer({ label, chapterTitle, icon, isBusy, control, onClick }: ChapterOfferProps) {
  return (
    <Offer
      type="button"
      title={label}
      aria-label={words.inChapter(label, chapterTitle)}
      aria-busy={isBusy || undefined}
      data-control={control}
      tabIndex={useTabIndex(control)}
      onClick={onClick}
    >
      {icon}
      <span>{label}</span>
    </Offer>
  );
}
