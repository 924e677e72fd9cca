/** A function that runs in a thread. */
export interface WorkerTask<Input, Result> {
  readonly module: URL;
  readonly name: string;
  /** Only for the compiler: what the function takes and gives. */
  readonly types?: (input: Input) => Result;
}

/**
 * Names an exported function of a module, which loads as little as possible: each thread loads it once.
 *
 * `workerTask<typeof mergeGlossary>(new URL('./<module>.js', import.meta.url), 'mergeGlossary')`
 * @param module the compiled file, written exactly as above so that the bundler finds it; specs take its source
 */
export function workerTask<Work extends (input: never) => unknown>(
  module: URL,
  name: string,
): WorkerTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> {
  return { module, name };
}
