/**
 * The Node flags of the server processes, here and in tests and measurements.
 *
 * A small young generation: otherwise the request bodies that small garbage objects refer to stay in memory until
 * there are tens of MiB of such garbage. The speed is not measurably lower.
 */
export const serverFlags = [
  '--max-semi-space-size=8',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
];
