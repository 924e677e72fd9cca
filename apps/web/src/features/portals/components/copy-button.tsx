import { Copy } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { copyWithToast } from '../../../components/ui/toasts/copy-with-toast.ts';
import { portalsStrings as strings } from '../portals.strings.ts';

interface CopyButtonProps {
  /** Tells the button from the others of the page. */
  label: string;
  text: string;
  /** Said when it is copied. */
  done: string;
}

/** Copies an address or a piece of code. */
export function CopyButton({ label, text, done }: CopyButtonProps) {
  const copy = () => copyWithToast(text, { done, failed: strings.notCopied(text) });
  return (
    <Button icon={Copy} size="small" aria-label={label} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
