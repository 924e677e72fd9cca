/** As pages without a secure context have to: what is selected is copied. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  // What lies outside of an open modal dialog cannot be selected.
  const place = focused?.closest('dialog') ?? document.body;
  place.append(area);
  area.focus({ preventScroll: true });
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else works over plain HTTP
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

/**
 * Puts a text on the clipboard.
 * @throws when the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  // Not there over plain HTTP, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error('The browser did not copy.');
}
