import { Copy } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { editorStrings as words } from './editor.strings.ts';
import { say } from './say.ts';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    try {
      await copyText(text);
      say('success', words.copied);
    } catch (error) {
      console.warn('The clipboard was refused.', error);
      say('error', words.copyFailed);
    }
  };
  return (
    <Button size="small" flexShrink={0} onClick={() => void copy()}>
      <Copy aria-hidden size={14} strokeWidth={1.5} />
      {label}
    </Button>
  );
}
