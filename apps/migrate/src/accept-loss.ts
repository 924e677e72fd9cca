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
    const lost = await acceptLoss(resolve(folder));
    print(
      lost.length > 0
        ? `The next start begins with empty files for: ${lost.join(', ')}.`
        : 'Nothing is missing; nothing was changed.',
    );
  },
};
