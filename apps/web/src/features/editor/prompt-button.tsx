import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useEditor, useProgress } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';

const kinds = {
  quotes: { icon: MessageSquareQuote, label: words.updateQuotes, busyLabel: words.updatingQuotes },
  search: { icon: TextSearch, label: words.updateSearch, busyLabel: words.updatingSearch },
} as const;

/** Has something of one chapter written anew, by a prompt. It turns while that runs, whoever asked for it. */
export function PromptButton({ kind, chapterStart }: { kind: keyof typeof kinds; chapterStart: string }) {
  const { openPrompt } = useEditor();
  const isRunning = useProgress(kind, chapterStart) >= 0;
  const { icon: Icon, label, busyLabel } = kinds[kind];
  return (
    <IconButton
      label={isRunning ? busyLabel : label}
      aria-busy={isRunning || undefined}
      data-control={kind}
      onClick={() => {
        openPrompt(kind, chapterStart);
      }}
    >
      {isRunning ? <Spinner /> : <Icon aria-hidden />}
    </IconButton>
  );
}
