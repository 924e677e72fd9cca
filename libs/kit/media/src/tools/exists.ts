import { stat } from 'node:fs/promises';

/** Whether there is a file or folder. */
export async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
