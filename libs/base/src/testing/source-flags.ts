const hooks = new URL('../../../../tools/jest/typescript-hooks.mjs', import.meta.url).href;

/** Flags with which Node runs a TypeScript source of the workspace in a process of its own. */
export const sourceFlags = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@vault/source',
  `--import=${hooks}`,
];
