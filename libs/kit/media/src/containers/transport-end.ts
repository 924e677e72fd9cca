import type { FileHandle } from 'node:fs/promises';
import type { End } from './end.ts';
import { readAt } from './read-at.ts';

/** Lengths of packets, and where in each the mark is: plain, with a camcorder's time stamp, with error correction. */
const packets = [
  { length: 188, markAt: 0 },
  { length: 192, markAt: 4 },
  { length: 204, markAt: 0 },
];
const mark = 0x47;
const packetsInARow = 5;

/** Finds where the last packet of a transport stream ends; undefined when the file does not begin with a packet. */
export async function findTransportEnd(file: FileHandle, size: number): Promise<End | undefined> {
  const head = await readAt(file, 0, packetsInARow * 204);
  const packet = packets.find(({ length, markAt }) =>
    Array.from({ length: packetsInARow }, (_, at) => head[at * length + markAt]).every(
      (byte) => byte === mark,
    ),
  );
  return packet && { position: Math.ceil(size / packet.length) * packet.length, isOpen: true };
}
