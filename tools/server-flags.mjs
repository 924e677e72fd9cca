/**
 * How the server's Node is started, here and in tests and measurements.
 *
 * A small young generation: garbage of many small requests would otherwise hold on to the memory of their bodies until
 * tens of MiB have gathered. It costs no measurable speed.
 */
export const serverFlags = [
  '--max-semi-space-size=8',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
];
