import { sharedValue } from '../../../lib/state/shared-value.ts';

const open = sharedValue<readonly HTMLElement[]>([]);

/**
 * Registers an open modal dialog, which is above all others.
 * @returns a function that unregisters it
 */
export function registerDialog(dialog: HTMLElement): () => void {
  open.set([...open.read(), dialog]);
  return () => open.set(open.read().filter((other) => other !== dialog));
}

/** The topmost modal dialog, or null. Content outside of it is neither announced nor reachable. */
export function useTopDialog(): HTMLElement | null {
  return open.use().at(-1) ?? null;
}
