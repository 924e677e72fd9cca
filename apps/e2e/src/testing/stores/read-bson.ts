type Reader = (bytes: Buffer, at: number) => readonly [value: unknown, next: number];

const readers: Readonly<Record<number, Reader>> = {
  0x01: (bytes, at) => [bytes.readDoubleLE(at), at + 8],
  0x02: (bytes, at) => {
    const length = bytes.readInt32LE(at);
    return [bytes.toString('utf8', at + 4, at + 3 + length), at + 4 + length];
  },
  0x03: readDocument,
  0x04: (bytes, at) => {
    const [document, next] = readDocument(bytes, at);
    return [Object.values(document), next];
  },
  0x05: (bytes, at) => {
    const end = at + 5 + bytes.readInt32LE(at);
    return [bytes.subarray(at + 5, end), end];
  },
  0x07: (bytes, at) => [bytes.toString('hex', at, at + 12), at + 12],
  0x08: (bytes, at) => [bytes[at] === 1, at + 1],
  0x09: (bytes, at) => [new Date(Number(bytes.readBigInt64LE(at))), at + 8],
  0x0a: (_bytes, at) => [null, at],
  0x10: (bytes, at) => [bytes.readInt32LE(at), at + 4],
  0x12: (bytes, at) => [Number(bytes.readBigInt64LE(at)), at + 8],
};

/**
 * Reads a stored document with a separate BSON reader.
 * @throws Error on a type that the product does not store
 */
export function readBson(bytes: Uint8Array): Record<string, unknown> {
  return readDocument(Buffer.from(bytes), 0)[0];
}

function readDocument(bytes: Buffer, from: number): readonly [Record<string, unknown>, number] {
  const end = from + bytes.readInt32LE(from);
  const document: Record<string, unknown> = {};
  let at = from + 4;
  while (bytes[at] !== 0) {
    const type = bytes[at]!;
    const nameEnd = bytes.indexOf(0, at + 1);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const read = readers[type];
    if (!read) throw new Error(`"${name}" is of the BSON type ${String(type)}, which is not known here`);
    [document[name], at] = read(bytes, nameEnd + 1);
  }
  return [document, end];
}
