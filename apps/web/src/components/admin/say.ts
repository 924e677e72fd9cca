import { saying } from '../ui/toasts/toasts.ts';

/** Shows a toast of the admin area: 2.5 seconds, at the top. */
export const say = saying({ durationMs: 2500, position: 'top' });
