import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureLoudness } from './loudness.ts';
import { readVerified } from '../model-files.ts';
import { PcmFile } from './pcm-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-pcm-'));
});
afterAll(() => rm(folder, { recursive: true }));

const samples = Buffer.from(Int16Array.of(0, 16_384, -32_768).buffer);

function wav({ channels = 1, rate = 16_000, bits = 16, length = samples.length, extra = true } = {}): Buffer {
  const format = Buffer.alloc(24);
  format.write('fmt ');
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(1, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(rate, 12);
  format.writeUInt16LE(bits, 22);
  const list = Buffer.from(extra ? 'LIST\x03\0\0\0abc\0' : '', 'latin1');
  const data = Buffer.alloc(8);
  data.write('data');
  data.writeUInt32LE(length, 4);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), format, list, data, samples]);
}

async function read(bytes: Buffer, from = 0, count = 100): Promise<number[]> {
  const path = join(folder, 'a.wav');
  await writeFile(path, bytes);
  const audio = await PcmFile.open(path);
  try {
    return [...(await audio.read(from, count))];
  } finally {
    await audio.close();
  }
}

test.each([
  ['bare samples', samples],
  ['a WAV file', wav({ extra: false })],
  ['a WAV file with other chunks', wav()],
  ['a WAV file that was streamed to a pipe', wav({ length: 0xffff_ffff })],
])('%s', async (_, bytes) => {
  expect(await read(bytes)).toEqual([0, 0.5, -1]);
  expect(await read(bytes, 1, 1)).toEqual([0.5]);
  expect(await read(bytes, 9, 1)).toEqual([]);
});

test('no more bytes are read than the length in the header', async () => {
  expect(await read(wav({ length: 2 }))).toEqual([0]);
});

test.each([{ channels: 2 }, { rate: 44_100 }, { bits: 8 }])(
  'another format is refused: %p',
  async (format) => {
    await expect(read(wav(format))).rejects.toThrow('the audio must be mono, 16 kHz, 16 bit');
  },
);

test('a WAV file without samples is refused', async () => {
  await expect(read(wav().subarray(0, 36))).rejects.toThrow('it has no samples');
});

test('loudness: full scale is near 0 dB, silence -96, an offset is silence', async () => {
  const path = join(folder, 'levels.raw');
  const square = Array.from({ length: 320 }, (_, at) => (at % 2 ? 32_767 : -32_767));
  await writeFile(
    path,
    Buffer.from(
      Int16Array.of(...square, ...Array<number>(320).fill(0), ...Array<number>(330).fill(9000)).buffer,
    ),
  );
  const audio = await PcmFile.open(path);
  const loudness = await measureLoudness(audio);
  await audio.close();
  expect([...loudness].map(Math.round)).toEqual([-0, -96, -96]);
});

test('a changed model file is refused with its name', async () => {
  const path = join(folder, 'model.onnx');
  await writeFile(path, 'abc');
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(Buffer.from(await readVerified(path, sha256)).toString()).toBe('abc');
  await writeFile(path, 'abd');
  await expect(readVerified(path, sha256)).rejects.toThrow('model.onnx is not the expected one');
});
