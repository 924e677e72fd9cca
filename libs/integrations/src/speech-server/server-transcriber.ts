import {
  PcmFile,
  sampleRate,
  type Cue,
  type LocalTranscriber,
  type PieceRequest,
  type PieceTranscriber,
  type TranscriptionPlan,
  type TranscriptionRequest,
} from '@vault/speech';
import type { SpeechServer } from './speech-server.ts';
import { languageTagOf } from './transcription.ts';

/** A language is found in this much of the middle of a recording, in seconds. */
const sampleSeconds = 30;
/** An empty answer for more speech is asked for once more, in seconds. */
const emptySeconds = 10;
/** A file that was cut out of a recording may end this much early, in seconds. */
const missingSeconds = 0.2;
/** The tag of a language that nobody knows. */
const unknownLanguage = 'und';

/** Cuts recordings at their pauses on this machine, and sends the pieces to a server. */
export class ServerTranscriber implements Pick<PieceTranscriber, 'plan' | 'transcribePiece'> {
  constructor(
    private readonly local: Pick<LocalTranscriber, 'plan'>,
    private readonly server: SpeechServer,
  ) {}

  async plan(request: TranscriptionRequest): Promise<TranscriptionPlan> {
    // With a stated language nothing is recognised on this machine.
    const plan = await this.local.plan({ ...request, language: 'en' });
    const middle = plan.pieces[Math.floor(plan.pieces.length / 2)];
    if (!middle) return plan;
    const stated = statedLanguage(request.language);
    if (stated !== undefined) return { ...plan, language: stated };
    const end = Math.min(middle.end, middle.start + sampleSeconds);
    const wav = await readWav(request.audioPath, middle.start, end);
    const onWorked = () => request.onSent?.(end - middle.start);
    const { language } = await this.server.hear({ wav, signal: request.signal, onWorked });
    return { ...plan, language: languageTagOf(language) ?? unknownLanguage };
  }

  async transcribePiece(request: PieceRequest): Promise<Cue[]> {
    const { plan, index, offsetSeconds = 0, hints = [], onProgress, signal } = request;
    const piece = plan.pieces[index];
    if (!piece) throw new Error(`the plan has no piece ${String(index)}`);
    onProgress?.(0);
    const wav = await readWav(request.audioPath, piece.start - offsetSeconds, piece.end - offsetSeconds);
    const language = plan.language === unknownLanguage ? undefined : plan.language.split('-')[0];
    const onWorked = () => request.onSent?.(piece.end - piece.start);
    const hear = async (prompt?: string): Promise<Cue[]> => {
      const heard = await this.server.hear({ wav, piece, language, prompt, signal, onWorked });
      return heard.cues;
    };
    let cues = await hear(hints.length === 0 ? undefined : hints.join(', '));
    if (cues.length === 0 && piece.end - piece.start > emptySeconds) cues = await hear();
    onProgress?.(100);
    return cues;
  }
}

function statedLanguage(tag = ''): string | undefined {
  return ['', 'und', 'auto', 'mul'].includes(tag.trim().toLowerCase()) ? undefined : tag;
}

/** @throws Error when the audio does not hold the whole time */
async function readWav(path: string, from: number, to: number): Promise<Buffer> {
  const audio = await PcmFile.open(path);
  try {
    const [first, last] = [Math.round(from * sampleRate), Math.round(to * sampleRate)];
    if (first < 0 || last - audio.sampleCount > missingSeconds * sampleRate)
      throw new Error('the audio does not hold the whole piece');
    return await audio.readWav(first, last - first);
  } finally {
    await audio.close();
  }
}
