import type { Chapter } from '@vault/contracts';
import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { Spinner } from '../../components/spinner.tsx';
import { ChapterOffer } from './chapter-offer.tsx';
import { useEditor, useIsWriting } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';

const kinds = {
  quotes: { icon: MessageSquareQuote, label: words.updateQuotes, busyLabel: words.updatingQuotes },
  search: { icon: TextSearch, label: words.updateSearch, busyLabel: words.updatingSearch },
} as const;

/** Has something of one chapter written anew, by a prompt. It turns while that runs, whoever asked for it. */
export function PromptButton({ kind, chapter }: { kind: keyof typeof kinds; chapter: Chapter }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsWriting(kind, chapter.start);
  const { icon: Icon, label, busyLabel } = kinds[kind];
  return (
    <ChapterOffer
      label={isRunning ? busyLabel : label}
      chapterTitle={chapter.title}
      icon={isRunning ? <Spinner /> : <Icon aria-hidden />}
      isBusy={isRunning}
      control={kind}
      onClick={() => {
        openPrompt(kind, chapter.start);
      }}
    />
  );
}
