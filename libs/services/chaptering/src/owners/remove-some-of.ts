import type { Model } from 'mongoose';

/** Transcripts are large: so many are removed in one write. */
const batch = 100;

/** Removes a bounded number of an owner's documents. @returns whether there may be more */
export async function removeSomeOf<Doc extends { _id: string; ownerId: string }>(
  model: Model<Doc>,
  ownerId: string,
): Promise<boolean> {
  const found = await model.find({ ownerId }).select({ _id: 1 }).limit(batch).lean();
  const ids = found.map(({ _id }) => _id);
  if (ids.length > 0) await model.deleteMany({ ownerId, _id: { $in: ids } });
  return ids.length === batch;
}
