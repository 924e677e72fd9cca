import type { mongo } from 'mongoose';

/**
 * The form of everything that the product stores: it rises when older data must be changed before this product can read
 * them, with a step in `libs/platform/src/upgrade/steps`. Data without a version have the form 1.
 */
export const dataVersion = 2;

/** The collection in each database that says which form its documents have. */
export const dataVersionCollection = 'data_version';

interface VersionNote {
  readonly _id: string;
  readonly version: number;
}

const id = 'data';

/** @returns undefined when nothing was noted: the data are of the first form, or there are none yet */
export async function readDataVersion(db: mongo.Db): Promise<number | undefined> {
  return (await notesIn(db).findOne({ _id: id }))?.version;
}

/** Notes that a database has today's form. */
export async function noteDataVersion(db: mongo.Db): Promise<void> {
  await notesIn(db).updateOne({ _id: id }, { $set: { version: dataVersion } }, { upsert: true });
}

/** What an operator does about data of another version, as a sentence without its point; undefined when they have today's form. */
export function problemOfVersion(
  found: number,
  { what, toUpgrade }: { readonly what: string; readonly toUpgrade: string },
): string | undefined {
  const [older, known] = [String(found), String(dataVersion)];
  if (found > dataVersion)
    return `${what} of version ${older}, and this product knows version ${known}: run the newer product, or restore a copy from before its upgrade`;
  if (found < dataVersion)
    return `${what} of version ${older}, and this product needs version ${known}: ${toUpgrade}`;
  return undefined;
}

function notesIn(db: mongo.Db): mongo.Collection<VersionNote> {
  return db.collection<VersionNote>(dataVersionCollection);
}
