import { copyText } from './copy-text.ts';

/**
 * Copies a text that is still being made. The write starts at once, because Safari allows it only while a press is
 * handled.
 * @throws when the browser does not allow it, or the text is not made
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  // Undefined over plain HTTP, although its type does not say so.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard || typeof ClipboardItem === 'undefined') {
    await copyText(await text);
    return;
  }
  const blob = text.then((each) => new Blob([each], { type: 'text/plain' }));
  await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
