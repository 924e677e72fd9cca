import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

/** A value of the whole page. Components that use it are rendered again when it changes. */
export class SharedValue<Value> {
  readonly #listeners = new Listeners();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
    this.#listeners.notify();
  }

  /** Hook like {@link value}. */
  readonly use = (): Value => useSyncExternalStore(this.#listeners.subscribe, () => this.#value);
}
