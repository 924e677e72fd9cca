import {
  PcmFile,
  sampleRate,
  TranscriptionFailed,
  type Cue,
  type LocalTranscriber,
  type PlannedPiece,
  type PieceRequest,
  type PieceTranscriber,
  type TranscriptionPlan,
  type TranscriptionRequest,
  type VoicedCue,
} from '@vault/speech';
import { FileTooLarge, maxSends, type SpeechServer } from './speech-server.ts';
import { languageTagOf, sentLanguageOf } from './spoken-languages.ts';
import { partsOf } from './parts-of-piece.ts';

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
    private readonly local: Pick<LocalTranscriber, 'plan' | 'addVoices'>,
    private readonly server: SpeechServer,
  ) {}

  async plan(request: TranscriptionRequest): Promise<TranscriptionPlan> {
    // With a stated language nothing is recognised on this machine.
    const plan = await this.local.plan({ ...request, language: 'en' });
    const middle = plan.pieces[Math.floor(plan.pieces.length / 2)];
    if (!middle) return plan;
    const stated = statedLanguage(request.language);
    if (stated !== undefined) return { ...plan, language: stated };
    return { ...plan, language: (await this.languageOf(request, middle)) ?? unknownLanguage };
  }

  /** @returns undefined where the server cannot tell it: the pieces may still be recognised */
  private async languageOf(request: TranscriptionRequest, middle: PlannedPiece): Promise<string | undefined> {
    const { signal, onSent } = request;
    for (let seconds = sampleSeconds; ;) {
      const end = Math.min(middle.end, middle.start + seconds);
      const wav = await readWav(request.audioPath, middle.start, end);
      const onWorked = () => onSent?.(end - middle.start);
      try {
        const isWhole = seconds < sampleSeconds / 2;
        const { language } = await this.server.hear({ wav, isWhole, signal, onWorked });
        return languageTagOf(language);
      } catch (error) {
        if (error instanceof TranscriptionFailed) return undefined;
        if (!(error instanceof FileTooLarge)) throw error;
        seconds = secondsIn(this.server.maxBytes);
      }
    }
  }

  async transcribePiece(request: PieceRequest): Promise<VoicedCue[]> {
    const { plan, index, onProgress } = request;
    const piece = plan.pieces[index];
    if (!piece) throw new Error(`the plan has no piece ${String(index)}`);
    onProgress?.(0);
    const cues = await this.hearPiece(request, piece, { left: maxSends - (request.sentBefore ?? 0) });
    onProgress?.(100);
    return await this.withVoices(request, cues);
  }

  /** Words that a server was asked for are not asked for again because of their voices. */
  private async withVoices(
    { audioPath, offsetSeconds, signal }: PieceRequest,
    cues: readonly Cue[],
  ): Promise<VoicedCue[]> {
    try {
      return await this.local.addVoices({ audioPath, cues, offsetSeconds, signal });
    } catch {
      signal?.throwIfAborted();
      return [...cues];
    }
  }

  /** In parts, where the server takes no file of this length. */
  private async hearPiece(
    request: PieceRequest,
    piece: PlannedPiece,
    tries: { left: number },
  ): Promise<Cue[]> {
    const parts = partsOf(piece, secondsIn(this.server.maxBytes));
    try {
      if (parts.length === 1) return await this.hearWhole(request, piece, tries);
    } catch (error) {
      if (!(error instanceof FileTooLarge)) throw error;
      return await this.hearPiece(request, piece, tries);
    }
    const cues: Cue[] = [];
    for (const part of parts) cues.push(...(await this.hearPiece(request, part, { ...tries })));
    return cues;
  }

  private async hearWhole(
    request: PieceRequest,
    piece: PlannedPiece,
    tries: { left: number },
  ): Promise<Cue[]> {
    const { plan, offsetSeconds = 0, hints = [], signal, onSent } = request;
    const wav = await readWav(request.audioPath, piece.start - offsetSeconds, piece.end - offsetSeconds);
    const language = plan.language === unknownLanguage ? undefined : sentLanguageOf(plan.language);
    const onWorked = () => onSent?.(piece.end - piece.start);
    const hear = async (prompt?: string): Promise<Cue[]> => {
      const about = { wav, piece, isWhole: piece.utterances.length <= 1, language, prompt };
      const heard = await this.server.hear({ ...about, signal, tries, onWorked });
      tries.left -= 1;
      return heard.cues;
    };
    const cues = await hear(hints.length === 0 ? undefined : hints.join(', '));
    if (cues.length > 0 || piece.end - piece.start <= emptySeconds || tries.left <= 0) return cues;
    return await hear().catch((error: unknown) => {
      if (error instanceof TranscriptionFailed) return cues;
      throw error;
    });
  }
}

/** How much sound a request of so many bytes may have, with its form. */
function secondsIn(bytes: number): number {
  return (bytes - 4_000) / (2 * sampleRate);
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
