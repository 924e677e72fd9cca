// Functions that run inside a page of any engine. Each must be self-contained, because it is sent there as text.

interface Control {
  readonly textContent: string | null;
  readonly labels?: Iterable<Control> | null;
  value: string;
  getAttribute(name: string): string | null;
  getClientRects(): ArrayLike<unknown>;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  scrollIntoView(options: { block: string }): void;
  contains(other: unknown): boolean;
  closest(selectors: string): Control | null;
  click(): void;
  focus(): void;
  blur(): void;
  dispatchEvent(event: Event): boolean;
}
declare const document: {
  querySelectorAll(selectors: string): Iterable<Control>;
  elementFromPoint(x: number, y: number): Control | null;
};
declare const HTMLInputElement: { prototype: object };

/** Whether a control whose name starts with this is rendered. */
export function named(name: string): boolean {
  const nameOf = (each: Control) =>
    each.getAttribute('aria-label') ?? ([...(each.labels ?? [])][0] ?? each).textContent?.trim() ?? '';
  return [...document.querySelectorAll('button, a, input, textarea')].some(
    (each) => each.getClientRects().length > 0 && nameOf(each).startsWith(name),
  );
}

/** Presses the first control whose name starts with this. @returns whether there is one that can be pressed */
export function pressNamed(name: string): boolean {
  const nameOf = (each: Control) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? '';
  const control = [...document.querySelectorAll('button:not(:disabled), a')].find(
    (each) => each.getClientRects().length > 0 && nameOf(each).startsWith(name),
  );
  control?.click();
  return control !== undefined;
}

/** The value of the field with this label; empty if there is none. */
export function valueOf(label: string): string {
  const hasLabel = (each: Control) =>
    [...(each.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label));
  return [...document.querySelectorAll('input')].find(hasLabel)?.value ?? '';
}

/** Fills the field with this label and leaves it. @returns whether there is one */
export function typeInto({ label, text }: { label: string; text: string }): boolean {
  const hasLabel = (each: Control) =>
    [...(each.labels ?? [])].some(({ textContent }) => textContent?.trim().startsWith(label));
  const input = [...document.querySelectorAll('input')].find(hasLabel);
  if (!input) return false;
  input.focus();
  // React detects a change only if the native setter sets the value.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.blur();
  return true;
}

/** Scrolls the chapter with this title into the window. @returns whether nothing covers its row */
export function isReachable(title: string): boolean {
  const heading = [...document.querySelectorAll('h2, h3, h4')].find(
    ({ textContent }) => textContent?.trim() === title,
  );
  const row = heading?.closest('li');
  if (!heading || !row) return false;
  heading.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2));
}
