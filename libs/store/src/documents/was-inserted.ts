import { isDuplicateKey } from './is-duplicate-key.ts';

/** Whether an insert has succeeded; false when the id, or the value of another unique field, exists already. */
export async function wasInserted(insert: PromiseLike<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
