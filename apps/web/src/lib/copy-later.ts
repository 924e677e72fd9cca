import { copyText } from './copy-text.ts';

/**
 * Copies a text that is still being created. A browser allows copying only for a short time after a click, so it gets
 * the promise of the text at once, if it supports promises.
 * @throws the reason that `text` rejects with, or an error when the browser does not allow copying
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard || typeof ClipboardItem === 'undefined') {
    await copyText(await text);
    return;
  }
  const blob = text.then((made) => new Blob([made], { type: 'text/plain' }));
  // If the text itself failed, throw its reason: it explains more than the clipboard's error.
  await clipboard.write([new ClipboardItem({ 'text/plain': blob })]).catch(async (error: unknown) => {
    await text;
    throw error;
  });
}
