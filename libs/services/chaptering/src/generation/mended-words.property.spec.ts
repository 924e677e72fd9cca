import type { TranscriptChange } from '@vault/contracts';
import fc from 'fast-check';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { applyChapterRules } from '../domain/chapters/chapter-rules.ts';
import type { Cue, ListedChapter } from '../domain/chapters/chapter.ts';
import { editTranscript } from '../domain/transcript/edit-transcript.ts';
import { followTranscript } from '../domain/transcript/follow-transcript.ts';
import { glossaryPlaces, withPlaces } from '../domain/glossary/glossary-places.ts';
import { queueJob } from '../domain/jobs/job.ts';
import {
  anyMendingStep,
  changesOf,
  isSaid,
  isSame,
  mendingMatcher,
  restoring,
  spokenTalk,
  type MendingStep,
} from '../domain/mending/mending.fixture.ts';
import { timedLines } from '../domain/transcript/timed-lines.ts';
import {
  isSameLine,
  mendsBetween,
  presentLines,
  type Mend,
} from '../domain/transcript/transcript-overlay.ts';
import { commitResult } from './commit-result.ts';

const steps = 10_000;
const stepsOfRun = 25;
const seed = Number(process.env['MENDED_WORDS_SEED'] ?? 20_261_128);
const durationSeconds = 120;
const editedAt = new Date('2026-11-20T10:00:00Z');
const now = new Date('2026-11-20T11:00:00Z');

/** One video, with the words and texts as the service stores them. */
class MendedVideo {
  chapters: readonly ListedChapter[] = [];
  present: readonly Cue[];
  recognised: readonly Cue[];
  timesOfMended = 0;
  private summary = '';
  private mends: readonly Mend[] = [];
  /** The newest last. */
  private undos: TranscriptChange[][] = [];
  private stale: TranscriptChange[] = [];
  private version = 0;
  private readonly titles = new Map<string, string>();

  constructor(private readonly host: readonly Cue[]) {
    this.recognised = host;
    this.present = host;
    this.generate(0);
  }

  apply(step: MendingStep): void {
    const { kind, at, text } = step;
    if (kind === 'undo') {
      const undo = this.undos.pop();
      if (undo) this.edit(undo);
    } else if (kind === 'title') this.nameChapter(at, text);
    else if (kind === 'generate') this.generate(at);
    else if (kind === 'upload') this.replaceCaptions(step.lines, at);
    else if (kind === 'restore captions') this.replaceCaptions(this.host, at);
    else if (kind === 'stale') this.editStale(step);
    else this.editAndRemember(changesOf(step, this));
  }

  /** @throws when a rule does not hold */
  check(): void {
    const { present, recognised, chapters } = this;
    if (!isSame(presentLines(recognised, mendsBetween(recognised, present)), present))
      fail('the mends', present);
    present.forEach((line, index) => {
      const next = present[index + 1]?.start ?? durationSeconds;
      if (line.text.trim() === '' || line.end <= line.start || line.end > next) fail('a line', present);
    });
    this.checkTimes();
    chapters.forEach((chapter, index) => {
      const end = chapters[index + 1]?.start ?? Infinity;
      const own = present.filter(({ start }) => start >= chapter.start && start < end);
      for (const quote of chapter.quotes) if (!isSaid(quote, own)) fail('a quote', { quote, own });
    });
    const ofPeople = chapters.filter(({ edited }) => edited);
    const texts = ofPeople.map(({ id, title, summary }) => [id, title, summary]);
    const typed = [...this.titles].map(([id, title]) => [id, title, `About ${title}`]);
    if (!isSame(texts.sort(), typed.sort())) fail('a text of a person', texts);
  }

  /** Recognised lines have the times of the recogniser, and all times are those of the words of their lines. */
  private checkTimes(): void {
    for (const { wordStarts = [], ...line } of timedLines(this.present, this.recognised)) {
      const own = this.recognised.find((other) => isSameLine(other, line));
      const isRising = wordStarts.every((time, word) => time > (wordStarts[word - 1] ?? line.start - 0.001));
      const isLate = (wordStarts.at(-1) ?? line.start) >= line.end;
      if (
        !isRising ||
        isLate ||
        (wordStarts.length > 0 && wordStarts.length !== line.text.split(/\s+/).length)
      )
        fail('the times', { line, wordStarts });
      if (own && !isSame(own.wordStarts ?? [], wordStarts)) fail('times that come back', { own, wordStarts });
      if (!own) this.timesOfMended += wordStarts.length;
    }
  }

  /** Restores all recognised words at once, in a copy. */
  restored(): readonly Cue[] {
    return presentLines(this.recognised, mendsBetween(this.recognised, this.edited(restoring(this)).lines));
  }

  /** Takes all edits back. @returns the lines of the captions */
  undoAll(): readonly Cue[] {
    for (let undo = this.undos.pop(); undo; undo = this.undos.pop()) this.edit(undo);
    return this.recognised;
  }

  private edited(changes: readonly TranscriptChange[]) {
    return editTranscript(this.present, changes, { recognised: this.recognised, durationSeconds });
  }

  private edit(changes: readonly TranscriptChange[]): void {
    const edit = this.edited(changes);
    const { chapters, summary } = followTranscript(
      { chapters: this.chapters, summary: this.summary },
      timedLines(this.present, this.recognised),
      { ...edit, lines: timedLines(edit.lines, this.recognised) },
    );
    this.mends = mendsBetween(this.recognised, edit.lines);
    this.chapters = chapters;
    this.summary = summary;
    this.present = presentLines(this.recognised, this.mends);
  }

  private editAndRemember(changes: TranscriptChange[]): void {
    if (changes.length === 0) return;
    this.stale = changes;
    this.edit(changes);
    this.undos.push(changes.map(({ before, after }) => ({ before: after, after: before })));
  }

  /** What somebody wrote who saw older lines: all of it is there, or nothing. */
  private editStale({ at }: MendingStep): void {
    const before = this.present;
    const changes = this.stale.map((change) => ({
      before: change.before,
      after: change.before.map((line, index) =>
        index === at % change.before.length ? { ...line, text: `${line.text} and tea` } : line,
      ),
    }));
    try {
      this.editAndRemember(changes);
    } catch (error) {
      expect((error as { code: string }).code).toBe('conflict');
      expect(this.present).toBe(before);
    }
  }

  private nameChapter(at: number, text: string): void {
    const index = at % this.chapters.length;
    const chapter = this.chapters[index] as ListedChapter;
    const title = `${text} ${chapter.id.slice(0, 8)}`;
    this.titles.set(chapter.id, title);
    const edited = { ...chapter.edited, title: editedAt, summary: editedAt };
    this.chapters = this.chapters.with(index, { ...chapter, title, summary: `About ${title}`, edited });
  }

  /** The captions of a person, or those of the host again, which the glossary corrects. */
  private replaceCaptions(lines: readonly Cue[], at: number): void {
    this.recognised = lines;
    this.mends = [];
    this.undos = [];
    this.present = lines;
    this.generate(at);
  }

  /** New chapters; the glossary is applied meanwhile. */
  private generate(at: number): void {
    const words = this.setOf(this.mends);
    const cues = this.present;
    const starts = [0, 15 + (at % 15), 30 + (at % 30)];
    const proposed = starts.map((start, index) => {
      const own = cues.filter((line) => line.start >= start && line.start < start + 20);
      const quotes = own.slice(index, index + 3).map(({ text }) => ({ text }));
      return {
        start,
        title: own[0]?.text ?? '',
        summary: own[1]?.text ?? '',
        quotes: [
          ...quotes,
          {
            text: own
              .slice(-2)
              .map(({ text }) => text)
              .join(' '),
          },
        ],
      };
    });
    const timed = timedLines(cues, this.recognised);
    const chapters = applyChapterRules({ proposed, cues: timed, durationSeconds, quoteCount: 3 });
    const corrected = withPlaces(cues, glossaryPlaces(cues, mendingMatcher));
    this.mends = mendsBetween(this.recognised, corrected);
    this.present = presentLines(this.recognised, this.mends);
    if (!isSame(corrected, cues)) this.undos.push([{ before: corrected, after: [...cues] }]);
    const job = queueJob('job', 'chapters', { queuedAt: now, correlationId: 'c' });
    const generated = {
      kind: 'chapters',
      chapters,
      summary: cues[0]?.text ?? '',
      areOfFile: false,
      msg: '',
    } as const;
    const read = { words, recognised: this.recognised };
    const { set = {} } = commitResult(this.setOf(this.mends), job, { generated, tokens: 0, read }, now);
    this.chapters = set.chapters ?? [];
    this.summary = set.summary ?? '';
  }

  private setOf(mends: readonly Mend[]): ChapterSetDocument {
    const { chapters, summary } = this;
    const source = { playbackId: 'p', trackId: 't', language: 'en' };
    return {
      ...{ _id: 'v', ownerId: 'ada', version: 0, outbox: [], handled: [], contentVersion: 0 },
      ...{ chapters: [...chapters], summary, durationSeconds, source, chapterSource: null, areOfFile: false },
      ...{ mends: [...mends], transcriptVersion: (this.version += 1), jobs: {}, settlements: [] },
    };
  }
}

function fail(what: string, found: unknown): never {
  throw new Error(`The rule of ${what} does not hold: ${JSON.stringify(found)}`);
}

describe('the words of a transcript', () => {
  it(`keep the rules of lines, quotes and titles in ${String(steps)} random edits (MENDED_WORDS_SEED=${String(seed)})`, () => {
    const run = fc.array(anyMendingStep, { minLength: stepsOfRun, maxLength: stepsOfRun, size: 'max' });
    let quotes = 0;
    let timesOfMended = 0;
    fc.assert(
      fc.property(spokenTalk, run, (host, all) => {
        const video = new MendedVideo(host);
        video.check();
        for (const step of all) {
          video.apply(step);
          video.check();
          quotes += video.chapters.reduce((sum, chapter) => sum + chapter.quotes.length, 0);
        }
        timesOfMended += video.timesOfMended;
        const restored = video.restored();
        expect(video.undoAll()).toEqual(restored);
        expect(video.present).toEqual(restored);
        video.check();
      }),
      { seed, numRuns: steps / stepsOfRun, endOnFailure: true },
    );
    // The rules of quotes and times were checked.
    expect(quotes).toBeGreaterThan(steps);
    expect(timesOfMended).toBeGreaterThan(steps);
  });
});
