import { Copy } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { copyWithToast } from '../../../components/ui/toasts/copy-with-toast.ts';
import { editorStrings as strings } from '../editor.strings.ts';

/** Copies a text to the clipboard and shows a toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button
      icon={Copy}
      size="small"
      flexShrink={0}
      onClick={() => void copyWithToast(text, { done: 'Copied.', failed: strings.copyFailed })}
    >
      {label}
    </Button>
  );
}
