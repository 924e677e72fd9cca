import { copyText } from '../../../lib/browser/copy-text.ts';
import { showToast } from './toasts.ts';

const style = { durationMs: 3000, position: 'top' } as const;

/** Copies a text to the clipboard and reports success or failure in a toast at the top. */
export async function copyWithToast(text: string, words: { done: string; failed: string }): Promise<void> {
  try {
    await copyText(text);
    showToast({ kind: 'success', text: words.done, ...style });
  } catch (error) {
    console.warn('The text was not copied.', error);
    showToast({ kind: 'error', text: words.failed, ...style });
  }
}
