import type { ComponentProps } from 'react';
import { chakra } from '@chakra-ui/react';
import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { useEditor, useIsGenerating } from '../model/editor-context.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface ChapterActionProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The tooltip. The accessible name adds the title of the chapter. */
  label: string;
  /** The visible word, part of the label. */
  word: string;
  chapterTitle: string;
  /** The same in every row: the arrow keys up and down move between rows by this name. */
  control: string;
  tabIndex: 0 | -1;
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
      {...button}
    >
      {word}
    </Button>
  );
}

/** Under a title that says nothing of its chapter: opens it, selected, so that the first key replaces it. */
export function NameButton({ time, tabIndex }: { time: string; tabIndex: 0 | -1 }) {
  return (
    <chakra.button
      type="button"
      aria-label={strings.nameChapterAt(time)}
      data-control="name"
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        const title = currentTarget.parentElement?.querySelector('textarea');
        title?.focus();
        title?.select();
      }}
      display="block"
      fontSize="xs"
      color="ink.muted"
      textDecoration="underline"
      textDecorationColor="line.strong"
      textUnderlineOffset="3px"
      _hover={{ color: 'ink' }}
      css={{ '@media (pointer: coarse)': { py: '3' } }}
    >
      Name this chapter
    </chakra.button>
  );
}

const kinds = {
  quotes: { icon: MessageSquareQuote, label: 'Update quotes' },
  search: { icon: TextSearch, label: 'Update search' },
} as const;

/** Opens the prompt that regenerates the quotes or the search text of one chapter. */
export function UpdateButton({ kind, start }: { kind: keyof typeof kinds; start: string }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsGenerating(kind, start);
  const { icon, label } = kinds[kind];
  const mayGenerate = useMay()('generate');
  if (!mayGenerate) return null;
  return (
    <Button size="tiny" tone="quiet" icon={icon} isBusy={isRunning} onClick={() => openPrompt(kind, start)}>
      {isRunning ? generationStrings[kind].running : label}
    </Button>
  );
}
