import { resolve } from 'node:path';
import { acceptLoss, type OperatorCommand } from '@vault/platform';

const usage =
  '  accept-loss FOLDER                                    lets a stopped product in one process start without lost files';

/** Continues a product in one process whose data folder has lost a store or the log, and of which there is no backup. */
export const acceptLossCommand: OperatorCommand = {
  name: 'accept-loss',
  usage,
  run: async ([folder, ...more], _env, print) => {
    if (folder === undefined || more.length > 0) throw new Error(`Commands:\n${usage}`);
    const lostFiles = await acceptLoss(resolve(folder));
    if (lostFiles.length === 0) print('Nothing is missing; nothing was changed.');
    else {
      print(`The next start begins with empty files for: ${lostFiles.join(', ')}.`);
      print('Other files may have data that belong to them: run `repair` before that start.');
    }
  },
};
