import type { KeyboardEvent } from 'react';

const controls = '[data-control] button, [data-control] textarea, button[data-control]';

/** In sight: what has no room for it is not shown. */
const isShown = (element: Element) => element.getClientRects().length > 0;

/** Whether a key belongs to the text: always, but where all of it is selected, as it is when arrows lead there. */
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

/** The control that a key leads to from another one of a list's rows; undefined when it leads nowhere. */
function controlAfter(key: string, list: Element, control: Element): HTMLElement | undefined {
  const rows = [...list.children];
  const at = rows.findIndex((row) => row.contains(control));
  const all = controlsOf(rows[at] ?? list);
  const place = all.findIndex((each) => each.contains(control));
  if (key === 'ArrowLeft') return all.at(place - 1);
  if (key === 'ArrowRight') return all[(place + 1) % all.length];
  const next = rows[at + (key === 'ArrowUp' ? -1 : 1)];
  return next && controlsOf(next).find((each) => controlName(each) === controlName(control));
}

/**
 * Left and right go round among the controls of a row; up and down, to the same control of the next row.
 * @param isByKeys whether the keyboard led there: who has clicked a control still means the player by left and right
 */
export function pressInRows(event: KeyboardEvent<HTMLElement>, isByKeys: boolean): void {
  const target = event.target as Element;
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!isSideways && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (controlName(target) === '' || isTyping(target) || (isSideways && !isByKeys)) return;
  const next = controlAfter(event.key, event.currentTarget, target);
  if (!next) return;
  event.preventDefault();
  goTo(next);
}
