import { once } from 'node:events';
import { join } from 'node:path';
import { LogFile } from './log-file.ts';
import { programOf, spawnProgram } from './product-process.ts';
import type { Product } from './product.ts';

/** One run of the operators' command. */
export interface OperatorRun {
  /** Its output, including errors. */
  readonly output: string;
  /** Null when it was killed. */
  readonly code: number | null;
}

/** Runs the operators' command on the data of a product. @param killAfter kills it after its first line like this */
export async function runOperator(
  product: Product,
  words: readonly string[],
  killAfter?: RegExp,
): Promise<OperatorRun> {
  const log = new LogFile(join(product.dataDir, 'operator.log'));
  const mark = log.mark();
  const child = spawnProgram(programOf('migrate'), product.operatorEnv, log.path, words);
  if (killAfter) {
    const kill = () => child.kill('SIGKILL');
    // Without such a line it ends by itself, and the caller sees its exit code.
    void log.untilLine(killAfter, mark).then(kill, () => undefined);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { output: log.text().slice(mark), code: child.exitCode };
}
