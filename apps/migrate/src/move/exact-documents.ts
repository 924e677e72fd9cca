import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;

/** A document whose numbers keep their BSON types. */
export type ExactDocument = Record<string, unknown> & { readonly _id: unknown };

/** Options of a find that keep every BSON type. */
export const exactly = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;

const maxDocuments = 500;
const maxBytes = 4 * 1024 * 1024;

/** The part of a cursor that embedded and real collections share. */
interface DocumentCursor {
  next(): Promise<object | null>;
  close(): Promise<void>;
}

/** Documents that are written in one request, and their size. */
export interface DocumentBatch {
  readonly documents: readonly ExactDocument[];
  readonly bytes: number;
}

/** Reads a cursor in batches, bounded in number and bytes. */
export async function* batchesOf(cursor: DocumentCursor): AsyncGenerator<DocumentBatch, void> {
  let documents: ExactDocument[] = [];
  let bytes = 0;
  try {
    for (let found = await cursor.next(); found !== null; found = await cursor.next()) {
      documents.push(found as ExactDocument);
      bytes += BSON.calculateObjectSize(found);
      if (documents.length < maxDocuments && bytes < maxBytes) continue;
      yield { documents, bytes };
      [documents, bytes] = [[], 0];
    }
    if (documents.length > 0) yield { documents, bytes };
  } finally {
    await cursor.close();
  }
}

/** The bytes by which documents are compared: a server stores the id as the first field. */
export function canonicalBytes({ _id, ...rest }: ExactDocument): Uint8Array {
  return BSON.serialize({ _id, ...rest });
}

/** The text by which ids are compared. */
export function idKey({ _id }: ExactDocument): string {
  return Buffer.from(BSON.serialize({ _id })).toString('base64');
}
