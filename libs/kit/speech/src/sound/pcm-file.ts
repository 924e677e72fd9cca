import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Samples per second of every recording that this library reads. */
export const sampleRate = 16_000;

const bytesPerSample = 2;
const headerBytes = 64 * 1024;

/** A mono 16 kHz 16-bit recording on disk (WAV, or bare little-endian samples), read in parts. */
export class PcmFile {
  readonly sampleCount: number;
  /** The byte at which the samples begin. */
  readonly offset: number;
  private readonly file: FileHandle;

  private constructor(file: FileHandle, offset: number, bytes: number) {
    this.file = file;
    this.offset = offset;
    this.sampleCount = Math.floor(bytes / bytesPerSample);
  }

  /** @throws Error when the file cannot be read or is a WAV of another format */
  static async open(path: string): Promise<PcmFile> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const head = Buffer.alloc(Math.min(size, headerBytes));
      await file.read(head, 0, head.length, 0);
      const offset = findSamples(head);
      const { length = size } = offset;
      // A WAV streamed to a pipe states a length of 4 GiB; a truncated one states more than the file has.
      return new PcmFile(file, offset.at, Math.max(0, Math.min(length, size - offset.at)));
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  /** Reads up to `count` samples from sample `from`, as -1 to 1; fewer at the end of the recording. */
  async read(from: number, count: number): Promise<Float32Array> {
    const bytes = await this.readBytes(from, count);
    const samples = new Float32Array(Math.floor(bytes.length / bytesPerSample));
    for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(i * bytesPerSample) / 32_768;
    return samples;
  }

  /** Reads the same samples as a WAV file. */
  async readWav(from: number, count: number): Promise<Buffer> {
    const samples = await this.readBytes(from, count);
    return Buffer.concat([wavHeader(samples.length), samples]);
  }

  private async readBytes(from: number, count: number): Promise<Buffer> {
    const available = Math.max(0, Math.min(count, this.sampleCount - from));
    const bytes = Buffer.alloc(available * bytesPerSample);
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, this.offset + from * bytesPerSample);
    return bytes.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** The header of mono 16 kHz 16-bit samples. */
function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

function findSamples(head: Buffer): { at: number; length?: number } {
  const tag = (at: number): string => head.toString('latin1', at, at + 4);
  if (head.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return { at: 0 };
  for (let at = 12; at + 8 <= head.length;) {
    const length = head.readUInt32LE(at + 4);
    if (tag(at) === 'data') return { at: at + 8, length };
    if (tag(at) === 'fmt ') checkFormat(head, at + 8);
    // Chunks are padded to an even length.
    at += 8 + length + (length % 2);
  }
  throw new Error('not a WAV file: it has no samples');
}

function checkFormat(head: Buffer, at: number): void {
  const isComplete = at + 16 <= head.length;
  const isSupported =
    isComplete &&
    head.readUInt16LE(at + 2) === 1 &&
    head.readUInt32LE(at + 4) === sampleRate &&
    head.readUInt16LE(at + 14) === 16;
  if (!isSupported) throw new Error('the audio must be mono, 16 kHz, 16 bit');
}
