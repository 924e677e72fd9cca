/** How many bytes of a file's start `sniffMedia` needs at most. */
export const SNIFF_BYTES = 4096;

const MIN_HEAD_BYTES = 16;
/** Packet lengths of transport streams in bytes: plain, and with the time stamp that camcorders put before each. */
const TS_FORMS = [
  { first: 0, packet: 188 },
  { first: 4, packet: 192 },
];
const BOX_TYPES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'moof', 'uuid']);

const CHUNKED = new Set(['RIFF WAVE', 'RF64 WAVE', 'RIFF AVI ', 'FORM AIFF', 'FORM AIFC']);

const SIGNATURES: readonly (readonly [number, readonly number[]])[] = [
  [0, [0x1a, 0x45, 0xdf, 0xa3]], // Matroska, WebM
  [0, [0x4f, 0x67, 0x67, 0x53]], // Ogg
  [0, [0x66, 0x4c, 0x61, 0x43]], // FLAC
  [0, [0x49, 0x44, 0x33]], // MP3 with ID3
  [0, [0x00, 0x00, 0x01, 0xba]], // MPEG program stream
  [0, [0x46, 0x4c, 0x56, 0x01]], // FLV
  [0, [0x63, 0x61, 0x66, 0x66, 0x00, 0x01]], // CAF
  [0, [0x1f, 0x07, 0x00]], // DV
  [0, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]], // ASF, WMV
];

/**
 * Classifies the first bytes of a file: 'media' when they begin like a container that the engine opens, 'other' when
 * they do not, 'unknown' when there are too few. This is a cheap first check; the demuxer allow-list is the second.
 */
export function sniffMedia(head: Uint8Array): 'media' | 'other' | 'unknown' {
  if (head.length < MIN_HEAD_BYTES) return 'unknown';
  const isMedia =
    SIGNATURES.some(([offset, bytes]) => bytes.every((byte, index) => head[offset + index] === byte)) ||
    BOX_TYPES.has(ascii(head, 4, 8)) ||
    isChunked(head) ||
    isMpegAudio(head) ||
    isTransportStream(head);
  return isMedia ? 'media' : 'other';
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to));
}

/** Formats that state their type in the first chunk: RIFF, and the older IFF of Apple. */
function isChunked(head: Uint8Array): boolean {
  return CHUNKED.has(`${ascii(head, 0, 4)} ${ascii(head, 8, 12)}`);
}

/** Frame sync of MP3 or ADTS, with the reserved bit patterns refused. */
function isMpegAudio(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff) return false;
  if ((second & 0xf6) === 0xf0) return true;
  return (
    (second & 0xe0) === 0xe0 &&
    (second & 0x18) !== 0x08 &&
    (second & 0x06) !== 0 &&
    (third & 0xf0) !== 0xf0 &&
    (third & 0x0c) !== 0x0c
  );
}

function isTransportStream(head: Uint8Array): boolean {
  return TS_FORMS.some(({ first, packet }) =>
    [0, 1, 2].every((index) => head[first + index * packet] === 0x47),
  );
}
