import type { KeyboardEvent } from 'react';

const controls = '[data-control] button, [data-control] textarea, button[data-control]';

/** Whether an element is rendered: some controls are hidden on narrow screens. */
const isShown = (element: Element) => element.getClientRects().length > 0;

/** Whether an arrow key moves the caret of a text. Not when all text is selected, as it is after arrow navigation. */
function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return false;
  return target.selectionEnd - target.selectionStart < target.value.length;
}

function controlsOf(row: Element): HTMLElement[] {
  const toolbar = row.querySelector('[role=toolbar]') ?? row;
  return [...toolbar.querySelectorAll<HTMLElement>(controls)].filter(isShown);
}

const controlName = (element: Element) =>
  element.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? '';

function goTo(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLTextAreaElement) element.select();
}

/** The control that a key moves the focus to; undefined when there is none. */
function controlAfter(key: string, list: Element, control: Element): HTMLElement | undefined {
  const rows = [...list.children];
  const at = rows.findIndex((row) => row.contains(control));
  const all = controlsOf(rows[at] ?? list);
  const position = all.findIndex((each) => each.contains(control));
  if (key === 'ArrowLeft') return all.at(position - 1);
  if (key === 'ArrowRight') return all[(position + 1) % all.length];
  const next = rows[at + (key === 'ArrowUp' ? -1 : 1)];
  return next && controlsOf(next).find((each) => controlName(each) === controlName(control));
}

/**
 * Arrow keys in the list: left and right move between the controls of a row, up and down to the same control of the
 * previous or next row.
 * @param isKeyboardFocus whether the keyboard set the focus; after a click left and right belong to the player
 */
export function handleRowKeys(event: KeyboardEvent<HTMLElement>, isKeyboardFocus: boolean): void {
  const target = event.target as Element;
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!isSideways && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (controlName(target) === '' || isTyping(target) || (isSideways && !isKeyboardFocus)) return;
  const next = controlAfter(event.key, event.currentTarget, target);
  if (!next) return;
  event.preventDefault();
  goTo(next);
}
