import { createToaster } from '../ui/toasts/toasts.ts';

/** Shows a toast of the admin area: 2.5 seconds, at the top. */
export const showAdminToast = createToaster({ durationMs: 2500, position: 'top' });
