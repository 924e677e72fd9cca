import type { Cue } from './cue.ts';

/** Something about a line of a file, counted from 1. */
export interface CaptionsProblem {
  readonly line: number;
  /** A sentence. */
  readonly problem: string;
}

/** `repaired`: the words of the line are used. `left-out`: they are not. `changed`: it concerns captions all over the file. */
export type CaptionsNoteKind = 'repaired' | 'left-out' | 'changed';

export interface CaptionsNote extends CaptionsProblem {
  readonly kind: CaptionsNoteKind;
}

/** A caption and the line of its times. An end that is unknown is NaN, as are the starts of single words. */
export interface PlacedCue extends Cue {
  readonly line: number;
}

/** What is read of a file so far. */
export class CaptionsDraft {
  readonly cues: PlacedCue[] = [];
  readonly notes: CaptionsNote[] = [];

  /** @param at the index of the line */
  note(kind: CaptionsNoteKind, at: number, problem: string): void {
    this.notes.push({ line: at + 1, problem, kind });
  }

  count(kind: CaptionsNoteKind): number {
    return this.notes.filter((note) => note.kind === kind).length;
  }
}
