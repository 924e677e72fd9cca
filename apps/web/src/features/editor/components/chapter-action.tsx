import type { ComponentProps } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useTabIndex } from './use-roving-tab-index.ts';

interface ChapterActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The tooltip. The accessible name adds the title of the chapter. */
  label: string;
  /** The visible word, part of the label. */
  word: string;
  chapterTitle: string;
  /** The same in every row: the arrow keys up and down move between rows by this name. */
  control: string;
}

/** A button for an action on one chapter. */
export function ChapterAction({ label, word, chapterTitle, control, ...button }: ChapterActionProps) {
  return (
    <Button
      size="small"
      tone="quiet"
      px="2"
      title={label}
      aria-label={`${label}: ${chapterTitle}`}
      data-control={control}
      tabIndex={useTabIndex(control)}
      {...button}
    >
      {word}
    </Button>
  );
}
