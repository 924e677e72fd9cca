import { isUnclear, type Cue } from '@vault/webvtt';
import { nameSpeakers } from './name-speakers.ts';
import type { TranscriptionOutcome, TranscriptionPlan } from './transcriber.ts';
import type { VoicedCue } from './voices-of-cues.ts';

/** More unclear cues in a row are rather music than speech. */
const maxUnclear = 5;

/**
 * The result of a recording from its pieces. Voices are compared over the whole recording, and left out.
 * @param cues the cues of each piece of the plan, in its order
 * @throws Error when there are not as many as pieces
 */
export function joinPieces(plan: TranscriptionPlan, cues: readonly VoicedCue[][]): TranscriptionOutcome {
  if (cues.length !== plan.pieces.length)
    throw new Error(`${String(cues.length)} of ${String(plan.pieces.length)} pieces are transcribed`);
  const all = withoutMusic(cues.flat());
  if (plan.verdict === 'foreign') return { status: 'unavailable', reason: 'language-not-supported' };
  if (all.length === 0) return { status: 'unavailable', reason: 'no-speech' };
  return { status: 'ready', transcript: { language: plan.language, cues: nameSpeakers(all) } };
}

/** Leaves out unclear cues that are likely no speech: before the first words, after the last ones, or many in a row. */
function withoutMusic(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  let unclear: Cue[] = [];
  for (const cue of cues) {
    if (isUnclear(cue)) unclear.push(cue);
    else {
      if (kept.length > 0 && unclear.length <= maxUnclear) kept.push(...unclear);
      unclear = [];
      kept.push(cue);
    }
  }
  return kept;
}
