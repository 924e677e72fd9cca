import { createToaster } from '@chakra-ui/react';

const shownMs = 2500;

/** Where the short messages of the admin area wait to be shown. */
export const toaster = createToaster({
  placement: 'top-end',
  duration: shownMs,
  max: 4,
  gap: 8,
  offsets: { top: '76px', right: '16px', left: '16px', bottom: '16px' },
});

let isLast = false;

/** Shows a short message for its whole time. The same text is not stacked twice: the newer one takes its place. */
export function say(type: 'success' | 'error' | 'info', text: string): void {
  if (isLast) return;
  // Not within an effect of the page: what shows it draws at once.
  queueMicrotask(() => {
    // An earlier one may be on its way out already, so it cannot be shown again.
    const earlier = toaster.getVisibleToasts().find(({ title }) => title === text);
    if (earlier?.id) toaster.remove(earlier.id);
    toaster.create({ type, title: text });
  });
}

/** Says why the page is about to be left: from now on nothing else is worth saying. */
export function sayLast(text: string, duration: number): void {
  if (isLast) return;
  isLast = true;
  toaster.remove();
  toaster.create({ type: 'error', title: text, duration });
}

/** Takes every message away: they were for whoever was signed in. */
export function clearSaid(): void {
  isLast = false;
  toaster.remove();
}
