import { saying } from '../../../components/ui/toasts/toasts.ts';

/** Shows a toast of the editor: three seconds, at the top. */
export const say = saying({ durationMs: 3000, position: 'top' });
