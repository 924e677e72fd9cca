import type { Model, QueryFilter, SortOrder } from 'mongoose';

export interface SomeDocuments<Doc> {
  readonly limit: number;
  readonly sort?: Partial<Record<keyof Doc & string, SortOrder>>;
  /** How many of the first documents stay. */
  readonly keep?: number;
}

/** Removes at most `limit` of the documents that match. @returns how many it removed */
export async function removeSome<Doc extends { readonly _id: string }>(
  model: Model<Doc>,
  filter: QueryFilter<Doc>,
  { limit, sort = {}, keep = 0 }: SomeDocuments<Doc>,
): Promise<number> {
  const found = model
    .find(filter)
    .sort(sort as Record<string, SortOrder>)
    .skip(keep)
    .limit(limit);
  const ids = (await found.select({ _id: 1 }).lean()).map(({ _id }) => _id);
  if (ids.length > 0) await model.deleteMany({ ...filter, _id: { $in: ids } } as QueryFilter<Doc>);
  return ids.length;
}
