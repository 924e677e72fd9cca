import { renderHook } from '@testing-library/react';
import { useToasts } from '../components/ui/toasts/toasts.ts';
import type { Toast } from '../components/ui/toasts/toasts.ts';

/** The newest toast; how long it stays is its `durationMs`. */
export const lastToast = (): Toast | undefined => renderHook(() => useToasts()).result.current.at(-1);
