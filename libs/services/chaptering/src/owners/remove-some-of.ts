import type { Model } from 'mongoose';

/** Documents removed in one write; transcripts are large. */
const batchSize = 100;

/** Removes one batch of the documents of an owner. @returns whether there may be more */
export async function removeSomeOf<Doc extends { _id: string; ownerId: string }>(
  model: Model<Doc>,
  ownerId: string,
): Promise<boolean> {
  const found = await model.find({ ownerId }).select({ _id: 1 }).limit(batchSize).lean();
  const ids = found.map(({ _id }) => _id);
  if (ids.length > 0) await model.deleteMany({ ownerId, _id: { $in: ids } });
  return ids.length === batchSize;
}
