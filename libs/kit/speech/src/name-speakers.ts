import type { Cue } from '@vault/webvtt';
import { voiceSize } from './voice-encoder.ts';
import { dot, unpackVoice } from './voices-of-cues.ts';
import type { VoicedCue } from './voices-of-cues.ts';

/** Neighbours are grouped first, this many at once, so that the work is linear. */
const blockSize = 16;
/** Of the groups, so many with the longest speech make the speakers; all others only get them. */
const maxGroups = 128;
const bounds = {
  /** Two cues so similar have one voice for certain. */
  same: 0.86,
  /** Groups so similar are one speaker: the cues of one reader are from .70 to .86. */
  one: 0.7,
  /** Speakers must be less similar. Readers are from .40 to .66, but one reader in two rooms is from .63. */
  apart: 0.62,
  /** How much nearer than to all others a cue must be to its speaker. */
  margin: 0.03,
};
/** Who speaks less is no speaker, but a few cues that are hard to tell. */
const least = { cues: 3, seconds: 8, share: 0.01 };
/** Where less of the whole speech has a speaker, nothing is certain. */
const leastNamed = 0.5;
/** A cue without a pause on both sides, in seconds, belongs to what is around it. */
const joined = 0.25;

interface Heard {
  readonly at: number;
  readonly vector: Float64Array;
  readonly seconds: number;
}

/** Cues of one voice. The mean similarity of two groups comes from the sums of their vectors. */
class Group {
  /** The vector of a single cue itself: most groups never get a sum of their own. */
  sum: Float64Array;
  count = 1;
  seconds: number;

  constructor({ vector, seconds }: Heard) {
    this.sum = vector;
    this.seconds = seconds;
  }

  add({ sum, count, seconds }: Group): void {
    if (this.count === 1) this.sum = this.sum.slice();
    for (let at = 0; at < voiceSize; at += 1) this.sum[at] = (this.sum[at] ?? 0) + (sum[at] ?? 0);
    this.count += count;
    this.seconds += seconds;
  }

  similarityTo(other: Group): number {
    return dot(this.sum, other.sum) / (this.count * other.count);
  }
}

/**
 * Tells the voices of a recording apart, and names them "Speaker 1", "Speaker 2" in the order in which they begin. Nobody
 * is named where voices are not clearly apart, and no cue whose voice is uncertain. The vectors are taken off.
 */
export function nameSpeakers(cues: readonly VoicedCue[]): Cue[] {
  const plain = cues.map(withoutVoice);
  const heard = cues.flatMap(({ voice, start, end }, at): Heard[] => {
    const vector = unpackVoice(voice);
    return vector ? [{ at, vector, seconds: lengthOf({ start, end }) }] : [];
  });
  const speakers = speakersAmong(heard);
  if (speakers.length < 2) return plain;
  const spoken = new Array<number | undefined>(cues.length).fill(undefined);
  for (const { at, vector } of heard) spoken[at] = speakerOf(vector, speakers);
  fillGaps(spoken, cues);
  const named = cues.filter((_, at) => spoken[at] !== undefined);
  if (secondsOf(named.map(lengthOf)) < leastNamed * secondsOf(cues.map(lengthOf))) return plain;
  const order = [...new Set(spoken.filter((speaker) => speaker !== undefined))];
  if (order.length < 2) return plain;
  return plain.map((cue, at) => {
    const speaker = spoken[at];
    return speaker === undefined ? cue : { ...cue, speaker: `Speaker ${String(order.indexOf(speaker) + 1)}` };
  });
}

/** The voices that are clearly apart, with enough speech each. */
function speakersAmong(heard: readonly Heard[]): Group[] {
  const groups: Group[] = [];
  for (let from = 0; from < heard.length; from += blockSize)
    groups.push(
      ...merged(
        heard.slice(from, from + blockSize).map((one) => new Group(one)),
        bounds.same,
      ),
    );
  const longest = groups.toSorted((one, other) => other.seconds - one.seconds).slice(0, maxGroups);
  const total = secondsOf(heard.map(({ seconds }) => seconds));
  const speakers = merged(longest, bounds.one).filter(
    ({ count, seconds }) => count >= least.cues && seconds >= Math.max(least.seconds, least.share * total),
  );
  const areApart = speakers.every((one) =>
    speakers.every((other) => one === other || one.similarityTo(other) < bounds.apart),
  );
  return areApart ? speakers : [];
}

function withoutVoice(cue: VoicedCue): Cue {
  const plain = { ...cue };
  delete plain.voice;
  return plain;
}

/** Joins the two most similar groups until none are similar enough. */
function merged(groups: readonly Group[], bound: number): Group[] {
  const left = [...groups];
  const rows = left.map((one, at) => left.map((other, to) => (to < at ? one.similarityTo(other) : 0)));
  for (;;) {
    let [best, first, second] = [bound, -1, -1];
    for (let one = 1; one < left.length; one += 1) {
      const row = rows[one] ?? [];
      for (let other = 0; other < one; other += 1) {
        const similarity = row[other] ?? 0;
        if (similarity >= best) [best, first, second] = [similarity, other, one];
      }
    }
    const [kept, gone] = [left[first], left[second]];
    if (!kept || !gone) return left;
    kept.add(gone);
    left.splice(second, 1);
    rows.splice(second, 1);
    for (const row of rows) row.splice(second, 1);
    for (const [at, other] of left.entries()) {
      const similarity = kept.similarityTo(other);
      const [row, column] = [rows[first], rows[at]];
      if (row) row[at] = similarity;
      if (column) column[first] = similarity;
    }
  }
}

/** The number of the speaker that a voice is clearly nearest to. */
function speakerOf(vector: Float64Array, speakers: readonly Group[]): number | undefined {
  const all = speakers.map((speaker) => dot(speaker.sum, vector) / speaker.count);
  const best = all.indexOf(Math.max(...all));
  const nearest = all[best] ?? 0;
  const isClear = all.every((similarity, at) => at === best || nearest - similarity >= bounds.margin);
  return isClear ? best : undefined;
}

/** Gives a cue between two of one speaker their speaker, when there is no pause on either side. */
function fillGaps(spoken: (number | undefined)[], cues: readonly Cue[]): void {
  for (let at = 1; at + 1 < cues.length; at += 1) {
    const [before, cue, after] = cues.slice(at - 1, at + 2);
    const isJoined =
      before && cue && after && cue.start - before.end <= joined && after.start - cue.end <= joined;
    if (spoken[at] === undefined && isJoined && spoken[at - 1] === spoken[at + 1])
      spoken[at] = spoken[at - 1];
  }
}

function lengthOf({ start, end }: Pick<Cue, 'start' | 'end'>): number {
  return end > start ? end - start : 0;
}

function secondsOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, seconds) => sum + seconds, 0);
}
