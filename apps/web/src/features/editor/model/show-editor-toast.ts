import { createToaster } from '../../../components/ui/toasts/toasts.ts';

/** Shows a toast of the editor: three seconds, at the top. */
export const showEditorToast = createToaster({ durationMs: 3000, position: 'top' });
