/** The text writer: a language model, or the extractive engine where none is configured. */
export const TEXT_WRITER = Symbol('the text writer');
/** The extractive engine, for what must not fail while the language model is unavailable. */
export const EXTRACTIVE_WRITER = Symbol('the extractive writer');
/** How often a worker looks for work of other processes, in milliseconds. */
export const POLL_MS = Symbol('the poll interval');
