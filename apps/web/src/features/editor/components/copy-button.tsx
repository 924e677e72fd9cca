import { Copy } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { copyAndSay } from '../../../components/ui/toasts/copy-and-say.ts';
import { editorStrings as words } from '../editor.strings.ts';

/** Copies a text to the clipboard and shows a toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button
      icon={Copy}
      size="small"
      flexShrink={0}
      onClick={() => void copyAndSay(text, { done: 'Copied.', failed: words.copyFailed })}
    >
      {label}
    </Button>
  );
}
