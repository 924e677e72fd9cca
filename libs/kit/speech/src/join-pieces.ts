import { isUnclear } from '@vault/webvtt';
import { nameSpeakers } from './name-speakers.ts';
import type { TranscriptionOutcome, TranscriptionPlan } from './transcriber.ts';
import type { VoicedCue } from './voices-of-cues.ts';

/**
 * The result of a recording from its pieces. Voices are compared over the whole recording, and left out.
 * @param cues the cues of each piece of the plan, in its order
 * @throws Error when there are not as many as pieces
 */
export function joinPieces(plan: TranscriptionPlan, cues: readonly VoicedCue[][]): TranscriptionOutcome {
  if (cues.length !== plan.pieces.length)
    throw new Error(`${String(cues.length)} of ${String(plan.pieces.length)} pieces are transcribed`);
  const all = cues.flat();
  if (plan.verdict === 'foreign') return { status: 'unavailable', reason: 'language-not-supported' };
  if (all.every(isUnclear)) return { status: 'unavailable', reason: 'no-speech' };
  return { status: 'ready', transcript: { language: plan.language, cues: nameSpeakers(all) } };
}
