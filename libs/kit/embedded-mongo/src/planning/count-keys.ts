import type { SqliteFile } from '../storage/sqlite-file.ts';
import type { QueryPlan } from './query-plan.ts';

/** The number of documents of an exact plan, from the keys of its index alone. */
export function countKeys(
  file: SqliteFile,
  plan: QueryPlan,
  { skip, limit }: { skip: number; limit: number },
): number {
  let left = limit === 0 ? Infinity : skip + limit;
  let count = 0;
  try {
    for (const { low, high } of plan.ranges) {
      const found = file.statement(countSql(plan)).get(low, high, Number.isFinite(left) ? left : -1);
      count += found?.['count'] as number;
      left -= found?.['count'] as number;
    }
  } catch (error) {
    file.notice(error);
    throw error;
  }
  return Math.max(0, count - skip);
}

const countSql = ({ table }: QueryPlan): string =>
  `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE key >= ? AND key < ? LIMIT ?)`;
