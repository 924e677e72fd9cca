import { copyText } from './copy-text.ts';
import { showToast } from './toasts.ts';

const place = { durationMs: 3000, place: 'top' } as const;

/** Puts a text on the clipboard and says at the top of the page how that went. */
export async function copyAndSay(text: string, words: { done: string; failed: string }): Promise<void> {
  try {
    await copyText(text);
    showToast({ kind: 'success', text: words.done, ...place });
  } catch (error) {
    console.warn('The clipboard was refused.', error);
    showToast({ kind: 'error', text: words.failed, ...place });
  }
}
