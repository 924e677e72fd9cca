import { chakra } from '@chakra-ui/react';
import { editorStrings as strings } from '../editor.strings.ts';
import { useTabIndex } from './use-roving-tab-index.ts';

const Button = chakra('button', {
  base: {
    display: 'block',
    fontSize: 'xs',
    color: 'ink.muted',
    textDecoration: 'underline',
    textDecorationColor: 'line.strong',
    textUnderlineOffset: '3px',
    _hover: { color: 'ink' },
    '@media (pointer: coarse)': { py: '3' },
  },
});

/** Under a title that says nothing of its chapter: opens it, selected, so that the first key replaces it. */
export function NameButton({ time }: { time: string }) {
  return (
    <Button
      type="button"
      aria-label={strings.nameChapterAt(time)}
      data-control="name"
      tabIndex={useTabIndex('name')}
      onClick={({ currentTarget }) => {
        const title = currentTarget.parentElement?.querySelector('textarea');
        title?.focus();
        title?.select();
      }}
    >
      Name this chapter
    </Button>
  );
}
