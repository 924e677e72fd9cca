import mongoose from 'mongoose';
import type { Binary, Double, Int32, Long, ObjectId } from 'bson';

/** The same `bson` that mongoose uses: ObjectIds of another copy would fail `instanceof`. */
export const BSON = mongoose.mongo.BSON;

/** A document in exact form: every number keeps its BSON type, own keys keep their order. */
export interface BsonDocument {
  [field: string]: BsonValue | undefined;
}

/** A value in exact form. `undefined` means "no such field" and never occurs in a document. */
export type BsonValue =
  null | boolean | string | Date | Int32 | Double | Long | ObjectId | Binary | BsonValue[] | BsonDocument;

/** How documents are decoded for a caller; the names are the mongodb driver's. */
export interface DecodeOptions {
  promoteLongs?: boolean;
  promoteValues?: boolean;
  promoteBuffers?: boolean;
  bsonRegExp?: boolean;
  useBigInt64?: boolean;
}

const exactly = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;

/** BSON bytes of an exact or a plain document. */
export const encodeDocument = (document: object): Uint8Array =>
  BSON.serialize(document, { checkKeys: false });

/** The exact form of stored bytes. */
export const decodeExactly = (bytes: Uint8Array): BsonDocument => BSON.deserialize(bytes, exactly);

/** What a caller of the driver receives for stored bytes. */
export const decodeForCaller = (bytes: Uint8Array, options: DecodeOptions = {}): Record<string, unknown> =>
  BSON.deserialize(bytes, {
    promoteLongs: options.promoteLongs ?? true,
    promoteValues: options.promoteValues ?? true,
    promoteBuffers: options.promoteBuffers ?? false,
    bsonRegExp: options.bsonRegExp ?? false,
    useBigInt64: options.useBigInt64 ?? false,
  });

/** The exact form of an argument: a filter, an update, a document. Functions become `Code`, which is refused. */
export const toExact = (input: object, ignoreUndefined = false): BsonDocument =>
  decodeExactly(BSON.serialize(input, { checkKeys: false, serializeFunctions: true, ignoreUndefined }));

/** The exact form of one value. */
export const toExactValue = (input: unknown): BsonValue | undefined =>
  toExact({ value: input }, true)['value'];

/** What a caller receives for one exact value. */
export const toCallerValue = (value: BsonValue | undefined, options?: DecodeOptions): unknown =>
  value === undefined ? undefined : decodeForCaller(encodeDocument({ value }), options)['value'];
