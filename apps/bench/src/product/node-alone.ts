import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { serverFlags } from '../../../../tools/server-flags.mjs';
import { restingMiB } from '../measuring/process-memory.ts';

const settleMs = 1_000;
/** Does nothing, and exits with its parent. */
const program = "process.once('disconnect', () => process.exit(0)); process.send('ready')";

/** Resident memory of an idle Node process with the flags of the product's processes, in MiB. */
export async function restingNodeMiB(): Promise<number> {
  const child = spawn(process.execPath, [...serverFlags, '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  await wait(settleMs);
  const resting = await restingMiB(child.pid ?? 0);
  child.disconnect();
  await once(child, 'exit');
  return resting;
}
