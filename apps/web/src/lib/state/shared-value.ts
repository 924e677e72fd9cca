import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

/** A value of the whole page. */
interface SharedValue<Value> {
  readonly read: () => Value;
  readonly set: (value: Value) => void;
  /** Hook like {@link read}; re-renders when the value changes. */
  readonly use: () => Value;
}

export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  const listeners = new Listeners();
  let value = initial;
  const read = () => value;
  return {
    read,
    set: (next) => {
      value = next;
      listeners.notify();
    },
    use: () => useSyncExternalStore(listeners.subscribe, read),
  };
}
