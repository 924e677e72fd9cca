import { chakra } from '@chakra-ui/react';
import type { Chapter } from '@vault/contracts';
import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { Spinner } from '../../components/spinner.tsx';
import { useEditor, useIsWriting } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';

/** With this much room what a chapter offers stands beside its title; with less, below it once it is open. */
export const roomForAll = '@container (min-width: 420px)';

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

const kinds = {
  quotes: { icon: MessageSquareQuote, label: words.updateQuotes, busyLabel: words.updatingQuotes },
  search: { icon: TextSearch, label: words.updateSearch, busyLabel: words.updatingSearch },
} as const;

/** Has something of one chapter written anew, by a prompt. It turns while that runs, whoever asked for it. */
export function PromptButton({ kind, chapter }: { kind: keyof typeof kinds; chapter: Chapter }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsWriting(kind, chapter.start);
  const { icon: Icon, label, busyLabel } = kinds[kind];
  const name = isRunning ? busyLabel : label;
  return (
    <Offer
      type="button"
      title={name}
      aria-label={words.inChapter(name, chapter.title)}
      aria-busy={isRunning || undefined}
      data-control={kind}
      onClick={() => {
        openPrompt(kind, chapter.start);
      }}
    >
      {isRunning ? <Spinner /> : <Icon aria-hidden />}
      <span>{name}</span>
    </Offer>
  );
}
