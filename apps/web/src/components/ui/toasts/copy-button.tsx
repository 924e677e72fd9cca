import { Copy } from 'lucide-react';
import { Button } from '../button.tsx';
import { copyWithToast } from './copy-with-toast.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: it tells the button from the others of the page. */
  label: string;
  /** The words of the button; by default "Copy". */
  children?: string;
  /** Said when it is copied. */
  done?: string;
}

const shownLetters = 200;

/** A short text may stand nowhere on the page, so it is said. */
const refusalOf = (text: string): string =>
  text.length > shownLetters
    ? 'The browser blocked copying. Select the text and copy it yourself.'
    : `The browser did not allow copying. Copy this yourself: ${text}`;

/** Copies a text to the clipboard, and says so in a toast. */
export function CopyButton({ text, label, children = 'Copy', done = 'Copied.' }: CopyButtonProps) {
  return (
    <Button
      icon={Copy}
      size="small"
      flexShrink={0}
      aria-label={label === children ? undefined : label}
      onClick={() => void copyWithToast(text, { done, failed: refusalOf(text) })}
    >
      {children}
    </Button>
  );
}
