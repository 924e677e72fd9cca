/** Copies by selecting the text, the only way in pages without a secure context. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  // Text outside of an open modal dialog cannot be selected.
  const parent = focused?.closest<HTMLElement>('[role=dialog]') ?? document.body;
  parent.append(area);
  area.focus({ preventScroll: true });
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else works over plain HTTP
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/**
 * Copies a text to the clipboard.
 * @throws when the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  // Undefined over plain HTTP, although its type does not say so.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error('The browser did not copy.');
}
