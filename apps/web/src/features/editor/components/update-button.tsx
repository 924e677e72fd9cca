import { MessageSquareQuote, TextSearch } from 'lucide-react';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useEditor, useIsGenerating } from '../model/editor-context.ts';

const kinds = {
  quotes: { icon: MessageSquareQuote, label: 'Update quotes' },
  search: { icon: TextSearch, label: 'Update search' },
} as const;

/** Opens the prompt that regenerates the quotes or the search text of one chapter. */
export function UpdateButton({ kind, start }: { kind: keyof typeof kinds; start: string }) {
  const { openPrompt } = useEditor();
  const isRunning = useIsGenerating(kind, start);
  const { icon, label } = kinds[kind];
  return (
    <Button size="tiny" tone="quiet" icon={icon} isBusy={isRunning} onClick={() => openPrompt(kind, start)}>
      {isRunning ? generationStrings[kind].running : label}
    </Button>
  );
}
