/** The process that `run-main.spec.ts` starts; its first argument selects its behaviour. */
import { DataFolderError } from '@vault/base';
import { runMain } from './run-main.ts';

const [behaviour = ''] = process.argv.slice(2);
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const keepAlive = setInterval(() => undefined, 1_000);

const stops: Readonly<Record<string, () => Promise<void>>> = {
  hanging: () => new Promise(() => undefined),
  failing: () => Promise.reject(new Error('the store did not close')),
};

await runMain(async () => {
  if (behaviour === 'taken') throw Object.assign(new Error('127.0.0.1:80'), { code: 'EADDRINUSE' });
  if (behaviour === 'damaged') throw new DataFolderError('/data/log.sqlite is damaged.');
  if (behaviour === 'full') throw Object.assign(new Error('write /data/x'), { code: 'ENOSPC' });
  if (behaviour === 'starting') {
    process.stdout.write('ready\n');
    await later(300);
  } else process.stdout.write('ready\n');
  return {
    startDraining: async () => {
      if (behaviour !== 'retiring') return;
      await later(50);
      process.stdout.write('draining\n');
    },
    stop: async () => {
      await stops[behaviour]?.();
      process.stdout.write('stopped\n');
      clearInterval(keepAlive);
    },
  };
});
