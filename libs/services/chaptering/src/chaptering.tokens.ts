/** The text writer: a language model, or the keyless engine where none is configured. */
export const TEXT_WRITER = Symbol('the text writer');
/** The keyless engine, for what must not fail while the language model is unavailable. */
export const KEYLESS_WRITER = Symbol('the keyless writer');
/** How often a worker looks for work of other processes, in milliseconds. */
export const POLL_MS = Symbol('the poll interval');
