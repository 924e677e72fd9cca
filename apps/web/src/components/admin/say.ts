import { createToaster } from '@chakra-ui/react';

const shownMs = 2500;

/** The toast queue of the admin area. */
export const toaster = createToaster({
  placement: 'top-end',
  duration: shownMs,
  max: 4,
  gap: 8,
  offsets: { top: '76px', right: '16px', left: '16px', bottom: '16px' },
});

let isLast = false;

/** Shows a short message. A message with the same text is replaced, so that the new one is shown for its full time. */
export function say(type: 'success' | 'error' | 'info', text: string): void {
  if (isLast) return;
  // Deferred, because the toaster renders synchronously, which is not possible inside an effect.
  queueMicrotask(() => {
    // An earlier one may be closing already, so it cannot be updated.
    const earlier = toaster.getVisibleToasts().find(({ title }) => title === text);
    if (earlier?.id) toaster.remove(earlier.id);
    toaster.create({ type, title: text });
  });
}

/** Shows why the session ends. Later messages are suppressed until {@link clearMessages}. */
export function sayLast(text: string, duration: number): void {
  if (isLast) return;
  isLast = true;
  toaster.remove();
  toaster.create({ type: 'error', title: text, duration });
}

/** Removes every message: they were for the previous user. */
export function clearMessages(): void {
  isLast = false;
  toaster.remove();
}
