/** How many bytes of a file's start `sniffMedia` looks at; ffmpeg's demuxers look at least as far. */
export const sniffBytes = 256 * 1024;

const minHeadBytes = 16;
const boxTypes = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp', 'moof', 'uuid']);

const chunkedPattern = /^(RIFF|RIFX|RF64|BW64).{4}WAVE|^RIFF.{4}(AVI |AMV |QLCM)|^FORM.{4}AIF[FC]/s;

/** What files begin with, as Latin-1. */
const signatures = [
  '\x1a\x45\xdf\xa3', // Matroska, WebM
  'OggS',
  'fLaC',
  'ID3',
  'FLV\x01',
  'caff\0\x01',
  '\x1f\x07\0', // DV
  '\x30\x26\xb2\x75\x8e\x66\xcf\x11', // ASF, WMV
  '\x06\x0e\x2b\x34\x02\x05\x01\x01', // MXF
  'riff\x2e\x91\xcf\x11', // Wave64
  '#!AMR\n',
  '#!AMR-WB\n',
  '.snd\0\0', // AU
  '\x0b\x77', // AC-3
  '\x7f\xfe\x80\x01', // DTS
  '\xfe\x7f\x01\x80', // DTS in the other order of bytes
  '\x1f\xff\xe8\0', // DTS in 14 bits
  '\xff\x1f\0\xe8',
  '.RMF\0\0', // RealMedia
  '.ra\xfd',
  'nut/multimedia c', // NUT
  'DKIF\0\0', // IVF
  '\xb7\xd8\0\x20\x37\x49\xda\x11', // WTV
  '\0\0\0\0\x01\xbc', // GXF
  'wvpk', // WavPack
  'MAC ', // APE
  'TTA1',
  'MPCK', // Musepack
  'MP+',
  '\x02dss', // Olympus and others
  '\x03dss',
  'ea3\x03', // OMA
  'EA3\x01',
  'Creative Voice F', // VOC
];

/** Packet lengths of transport streams: plain, with a camcorder's time stamp, with error correction. */
const tsPacketBytes = [188, 192, 204];
/** As many packets or frames in a row are no chance. */
const packetsInARow = 5;
const framesInARow = 4;

/**
 * Classifies the first bytes of a file: 'media' when the engine has a demuxer for them, 'other' when not, 'unknown'
 * when more bytes are needed. Formats whose packets carry a mark of their own may begin anywhere, as their demuxers
 * allow. This is a cheap first check; the list of demuxers that ffmpeg may use is the second.
 */
export function sniffMedia(head: Uint8Array): 'media' | 'other' | 'unknown' {
  if (head.length < minHeadBytes) return 'unknown';
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, sniffBytes));
  if (beginsAsMedia(bytes) || hasBox(bytes) || hasPackets(bytes)) return 'media';
  return head.length < sniffBytes ? 'unknown' : 'other';
}

function beginsAsMedia(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, minHeadBytes);
  if (signatures.some((signature) => start.startsWith(signature)) || chunkedPattern.test(start)) return true;
  return frameLength(bytes, 0) > 0 || isLatm(bytes) || beginsWithTagAfterZeros(bytes);
}

/** Some recorders write zeros before the tag of an MP3. */
function beginsWithTagAfterZeros(bytes: Buffer): boolean {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first > 0 && bytes.toString('latin1', first, first + 3) === 'ID3';
}

/** Looks for a box of MP4 or QuickTime, over boxes of other types. */
function hasBox(bytes: Buffer): boolean {
  for (let at = 0; at + 8 <= bytes.length;) {
    if (boxTypes.has(bytes.toString('latin1', at + 4, at + 8))) return true;
    const size = bytes.readUInt32BE(at);
    if (size < 8) return false;
    at += size;
  }
  return false;
}

function hasPackets(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x47 && isTransportStream(bytes, at)) return true;
    if (byte === 0xff && hasFrames(bytes, at)) return true;
    if (byte === 0 && isProgramStream(bytes, at)) return true;
  }
  return false;
}

function isTransportStream(bytes: Buffer, from: number): boolean {
  return tsPacketBytes.some((length) => {
    for (let index = 1; index < packetsInARow; index += 1) {
      if (bytes[from + index * length] !== 0x47) return false;
    }
    return true;
  });
}

/** The header of a pack, with the mark bits of MPEG-1 or MPEG-2. */
function isProgramStream(bytes: Buffer, at: number): boolean {
  if (bytes[at + 1] !== 0 || bytes[at + 2] !== 1 || bytes[at + 3] !== 0xba) return false;
  const marks = bytes[at + 4] ?? 0;
  return (marks & 0xc4) === 0x44 || (marks & 0xf1) === 0x21;
}

/** AAC in LATM without a container: each frame begins with 11 bits of mark and 13 of length. */
function isLatm(bytes: Buffer): boolean {
  let at = 0;
  for (let count = 0; count < framesInARow; count += 1) {
    if (at + 3 > bytes.length || bytes.readUInt16BE(at) >> 5 !== 0x2b7) return false;
    at += 3 + (bytes.readUInt16BE(at + 1) & 0x1fff);
  }
  return true;
}

function hasFrames(bytes: Buffer, from: number): boolean {
  let at = from;
  for (let count = 0; count < framesInARow; count += 1) {
    const length = frameLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Kilobits a second of MPEG audio, by the header's number: version 1 layers 1 to 3, version 2 layer 1, layers 2 and 3. */
const kilobitsPerSecond = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const sampleRatesHz = [44_100, 48_000, 32_000];

/** The length of the MP3 or ADTS frame whose header is at a position; 0 when there is none. */
function frameLength(bytes: Buffer, at: number): number {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff) return 0;
  if ((second & 0xf6) === 0xf0) {
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
    return length > 7 ? length : 0;
  }
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const sampleRate = sampleRatesHz[(third >> 2) & 3];
  if ((second & 0xe0) !== 0xe0 || version === 1 || layer === 4 || sampleRate === undefined) return 0;
  const isFirstVersion = version === 3;
  const bitRate = kilobitsPerSecond[isFirstVersion ? layer - 1 : layer === 1 ? 3 : 4]?.[third >> 4];
  if (bitRate === undefined || bitRate === 0) return 0;
  const samplesPerSecond = isFirstVersion ? sampleRate : sampleRate / (version === 2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  if (layer === 1) return 4 * (Math.floor((12_000 * bitRate) / samplesPerSecond) + padding);
  const factor = layer === 3 && !isFirstVersion ? 72_000 : 144_000;
  return Math.floor((factor * bitRate) / samplesPerSecond) + padding;
}
