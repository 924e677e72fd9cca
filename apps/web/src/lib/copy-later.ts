import { copyText } from './copy-text.ts';

/**
 * Puts a text on the clipboard that has yet to be made. A browser copies only while it remembers what was pressed, so
 * it is promised the text at once where it takes a promise.
 * @throws what making the text failed with, or when the browser does not allow it
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard || typeof ClipboardItem === 'undefined') {
    await copyText(await text);
    return;
  }
  const blob = text.then((made) => new Blob([made], { type: 'text/plain' }));
  // Which of the two is said depends on which came first: why there is no text says more.
  await clipboard.write([new ClipboardItem({ 'text/plain': blob })]).catch(async (error: unknown) => {
    await text;
    throw error;
  });
}
