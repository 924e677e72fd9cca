import type { Chapter } from '@vault/contracts';
import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { Spinner } from '../../components/spinner.tsx';
import { ChapterAction } from './chapter-action.tsx';
import { generationStrings } from '../../components/generation.strings.ts';
import { useEditor, useIsGenerating } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';

const kinds = {
  quotes: {
    icon: MessageSquareQuote,
    label: words.updateQuotes,
    busyLabel: generationStrings.quotes.running,
  },
  search: { icon: TextSearch, label: words.updateSearch, busyLabel: generationStrings.search.running },
} as const;

/** Regenerates the quotes or the search text of one chapter. Shows a spinner while that runs, also for another page. */
export function PromptButton({ kind, chapter }: { kind: keyof typeof kinds; chapter: Chapter }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsGenerating(kind, chapter.start);
  const { icon: Icon, label, busyLabel } = kinds[kind];
  return (
    <ChapterAction
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
