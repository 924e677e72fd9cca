import llamaTokenizer from 'llama-tokenizer-js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { findLoop } from './words/find-loop.ts';
import type { ModelFiles } from './model-files.ts';
import { sampleRate } from './sound/pcm-file.ts';

/** The recognised text of one utterance. */
export interface Recognition {
  text: string;
  /** Natural logarithm of the probability of each new token that the decoder chose, see `Choices`. */
  confidence: readonly number[];
  /** The decoder looped or exceeded any speaking speed; the text is what it gave before that. */
  isRunaway: boolean;
}

const layerCount = 6;
const headCount = 8;
const headSize = 36;
const beginToken = 1;
const endToken = 2;
const vocabularySize = 32_000;
/** The highest lasting speaking speed: about 290 words a minute. */
const maxTokensPerSecond = 6.5;

type Feeds = Record<string, Tensor>;

/** The Moonshine tiny model: an encoder over raw samples and a greedy decoder with cached keys and values. */
export class SpeechRecogniser {
  private readonly encoder: InferenceSession;
  private readonly decoder: InferenceSession;

  private constructor(encoder: InferenceSession, decoder: InferenceSession) {
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /** @param threads computing threads; more than the cores does not help */
  static async load(files: ModelFiles, threads: number): Promise<SpeechRecogniser> {
    const options: InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionProviders: ['cpu'],
      logSeverityLevel: 3,
    };
    const encoder = await InferenceSession.create(files.encoder, options);
    const decoder = await InferenceSession.create(files.decoder, options);
    return new SpeechRecogniser(encoder, decoder);
  }

  /** @param samples mono, 16 kHz, -1 to 1; a few seconds */
  async recognise(samples: Float32Array): Promise<Recognition> {
    const encoded = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    const hidden = pick(encoded, 'last_hidden_state');
    const limit = Math.ceil((samples.length / sampleRate) * maxTokensPerSecond) + 2;
    const choices = new Choices();
    let past = emptyPast();
    for (let last = beginToken; choices.tokens.length < limit;) {
      const isFirst = last === beginToken;
      const output = await this.decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
        encoder_hidden_states: hidden,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...past,
      });
      const choice = choose(pick(output, 'logits').data as Float32Array);
      if (choice.token === endToken) return toRecognition(choices, choices.tokens.length, false);
      choices.add(choice);
      const loop = findLoop(choices.tokens);
      if (loop !== undefined) return toRecognition(choices, loop, true);
      last = choice.token;
      past = nextPast(past, output, isFirst);
    }
    return toRecognition(choices, limit, true);
  }

  async close(): Promise<void> {
    await Promise.all([this.encoder.release(), this.decoder.release()]);
  }
}

function pick(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = outputs[name];
  if (!value) throw new Error(`the speech model has no output ${name}`);
  return value;
}

function emptyPast(): Feeds {
  const past: Feeds = {};
  for (let layer = 0; layer < layerCount; layer += 1) {
    for (const side of ['decoder', 'encoder']) {
      for (const part of ['key', 'value']) {
        const name = `past_key_values.${String(layer)}.${side}.${part}`;
        past[name] = new Tensor('float32', new Float32Array(0), [0, headCount, 1, headSize]);
      }
    }
  }
  return past;
}

/** The encoder's keys and values come only from the first step; the decoder's are replaced at each step. */
function nextPast(past: Feeds, output: InferenceSession.OnnxValueMapType, isFirst: boolean): Feeds {
  const next = { ...past };
  for (const name of Object.keys(past)) {
    if (isFirst || name.includes('.decoder.'))
      next[name] = pick(output, name.replace('past_key_values', 'present'));
  }
  return next;
}

interface Choice {
  token: number;
  logProbability: number;
}

/**
 * The tokens that the decoder chose for one utterance. The confidence of a token counts only when its last three tokens are
 * a new combination: a decoder that repeats itself is confident, although it has not understood the speech.
 */
class Choices {
  readonly tokens: number[] = [];
  readonly confidence: number[] = [];
  private readonly trigrams = new Set<string>();

  add({ token, logProbability }: Choice): void {
    this.tokens.push(token);
    const key = this.tokens.slice(-3).join();
    if (!this.trigrams.has(key)) this.confidence.push(logProbability);
    this.trigrams.add(key);
  }
}

function choose(logits: Float32Array): Choice {
  let token = 0;
  for (let i = 1; i < logits.length; i += 1) if ((logits[i] ?? 0) > (logits[token] ?? 0)) token = i;
  const top = logits[token] ?? 0;
  let sum = 0;
  for (const logit of logits) if (logit > top - 20) sum += Math.exp(logit - top);
  return { token, logProbability: -Math.log(sum) };
}

function toRecognition({ tokens, confidence }: Choices, length: number, isRunaway: boolean): Recognition {
  const words = tokens.slice(0, length).filter((token) => token < vocabularySize);
  return { text: llamaTokenizer.decode([beginToken, ...words]).trim(), confidence, isRunaway };
}
