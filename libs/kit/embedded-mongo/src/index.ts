export { createEmbeddedDriver, type EmbeddedDriver } from './create-embedded-driver.ts';
export { UnsupportedOperatorError } from './errors/unsupported-operator-error.ts';
