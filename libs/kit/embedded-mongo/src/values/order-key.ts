import type { Binary, ObjectId } from 'bson';
import type { BsonDocument, BsonValue } from './bson.ts';
import { bsonTypeOf, type BsonTypeName } from './bson-type.ts';
import { ByteWriter } from './byte-writer.ts';
import { splitNumber } from './number-key.ts';

/**
 * First byte of a key: the order of BSON types. All are in 0x08..0xF0, so 0x00 ends a document
 * and 0xFF is the upper bound of a prefix, also in descending order.
 */
export const typeTags: Readonly<Record<BsonTypeName | 'undefined', number>> = {
  undefined: 0x10,
  null: 0x18,
  int: 0x20,
  long: 0x20,
  double: 0x20,
  string: 0x28,
  object: 0x30,
  array: 0x38,
  binData: 0x40,
  objectId: 0x48,
  bool: 0x50,
  date: 0x58,
};

/** Bytes whose memcmp order is the BSON comparison order, and which are equal exactly for equal values. */
export function orderKey(value: BsonValue | undefined): Buffer {
  const writer = new ByteWriter();
  writeOrderKey(writer, value);
  return writer.toBytes();
}

/** Appends the key of one value; no key is a prefix of another. `undefined` sorts as null, as in an index. */
export function writeOrderKey(writer: ByteWriter, value: BsonValue | undefined): void {
  const type = value === undefined ? 'null' : bsonTypeOf(value);
  writer.byte(typeTags[type]);
  if (value !== undefined) writePayload(writer, type, value);
}

function writePayload(writer: ByteWriter, type: BsonTypeName, value: BsonValue): void {
  switch (type) {
    case 'int':
    case 'long':
    case 'double':
      writeNumber(writer, value);
      break;
    case 'string':
      writer.text(value as string);
      break;
    case 'object':
      writeFields(writer, value as BsonDocument);
      break;
    case 'array':
      writeItems(writer, value as BsonValue[]);
      break;
    case 'binData':
      writeBinary(writer, value as Binary);
      break;
    case 'objectId':
      writer.raw((value as ObjectId).id);
      break;
    case 'bool':
      writer.byte(value === true ? 1 : 0);
      break;
    case 'date':
      writer.double((value as Date).getTime());
      break;
    case 'null':
  }
}

function writeNumber(writer: ByteWriter, value: BsonValue): void {
  const { near, rest } = splitNumber(value);
  writer.double(near);
  if (rest === 0n) {
    writer.byte(0x80);
    return;
  }
  writer.byte(rest > 0n ? 0x90 : 0x70);
  const start = writer.length;
  const digits = (rest < 0n ? -rest : rest).toString();
  writer.unsigned32(digits.length + 0x80000000);
  writer.text(digits.replace(/0+$/, ''));
  if (rest < 0n) writer.invertFrom(start);
}

/** Documents compare field by field: type first, then name, then value; the shorter one first. */
function writeFields(writer: ByteWriter, document: BsonDocument): void {
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    const type = bsonTypeOf(value);
    writer.byte(typeTags[type]);
    writer.text(name);
    writePayload(writer, type, value);
  }
  writer.byte(0);
}

function writeItems(writer: ByteWriter, items: readonly BsonValue[]): void {
  for (const item of items) writeOrderKey(writer, item);
  writer.byte(0);
}

function writeBinary(writer: ByteWriter, binary: Binary): void {
  const bytes = binary.buffer.subarray(0, binary.position);
  writer.unsigned32(bytes.length);
  writer.byte(binary.sub_type);
  writer.raw(bytes);
}
