import { SharedValue } from './shared-value.ts';

const open = new SharedValue<readonly HTMLElement[]>([]);

/**
 * Registers an open modal dialog, which is above all others.
 * @returns a function that unregisters it
 */
export function registerDialog(dialog: HTMLElement): () => void {
  open.set([...open.value, dialog]);
  return () => {
    open.set(open.value.filter((other) => other !== dialog));
  };
}

/** The topmost modal dialog, or null. Content outside of it is neither announced nor reachable. */
export function useTopDialog(): HTMLElement | null {
  return open.use().at(-1) ?? null;
}
