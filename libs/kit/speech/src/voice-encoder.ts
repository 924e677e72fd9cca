import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { melBands } from './sound/mel-frames.ts';
import { readVerified } from './model-files.ts';

/** Frames of sound of which the encoder makes one vector: 1.6 s. */
export const encodedFrames = 160;
/** Numbers in a vector. */
export const voiceSize = 256;

/** Digest of Resemblyzer's encoder (Apache-2.0), see `voice-model/NOTICE.txt`. */
const digest = 'c405c63ca3cd95127ba5055edf089d6ec25f7e3658434063c2372f361f5e8922';

/** Makes vectors of voices: those of one person point in about the same direction, whatever they say. */
export class VoiceEncoder {
  private readonly session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.session = session;
  }

  /** @param threads computing threads */
  static async load(threads: number): Promise<VoiceEncoder> {
    const options: InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionProviders: ['cpu'],
      logSeverityLevel: 3,
    };
    const folder = new URL('./voice-model/', import.meta.url);
    const bytes = await readVerified(fileURLToPath(new URL('voice-encoder.onnx', folder)), digest);
    return new VoiceEncoder(await InferenceSession.create(bytes, options));
  }

  /**
   * @param windows for each vector, `melFrames` of 1.6 s at about -30 dBFS
   * @returns vectors of positive numbers, of any length
   */
  async encode(windows: readonly Float32Array[]): Promise<Float32Array[]> {
    if (windows.length === 0) return [];
    const size = encodedFrames * melBands;
    const frames = new Float32Array(windows.length * size);
    for (const [at, window] of windows.entries()) frames.set(window.subarray(0, size), at * size);
    const { voices } = await this.session.run({
      mels: new Tensor('float32', frames, [windows.length, encodedFrames, melBands]),
    });
    const numbers = voices?.data as Float32Array;
    return windows.map((_, at) => numbers.slice(at * voiceSize, (at + 1) * voiceSize));
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}
