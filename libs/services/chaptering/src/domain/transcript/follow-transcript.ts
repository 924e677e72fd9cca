import { followedFields, searchTextLimit, type FollowedField } from '@vault/contracts';
import { areOverlapping, changedWords, type ChangedWords, type Run } from './changed-words.ts';
import type { Cue, ListedChapter, Quote } from '../chapters/chapter.ts';
import {
  maxSummaryLength,
  maxTitleLength,
  maxVideoSummaryLength,
  minChapterGap,
  uniqueTitle,
} from '../chapters/chapter-rules.ts';
import type { EditedTranscript } from './edit-transcript.ts';
import { followQuotes, type WordsOfChapter } from './follow-quotes.ts';
import { clip } from '../chapters/plain-line.ts';
import { PhraseReplacer } from './replace-phrases.ts';

/** The texts that repeat words of a transcript. */
export interface RepeatedTexts {
  readonly chapters: readonly ListedChapter[];
  /** The summary of the video. */
  readonly summary: string;
}

/**
 * Changes the texts that repeat the words of edited lines. Quotes that were said word for word get the words that are now in
 * their place, and keep their times. Other texts get a new phrase for an old one that is no longer said, unless a person
 * has edited them.
 * @param present the lines before the edit
 */
export function followTranscript(
  { chapters, summary }: RepeatedTexts,
  present: readonly Cue[],
  edit: EditedTranscript,
): RepeatedTexts {
  const words = changedWords(present, edit);
  const starts = followedStarts(chapters, present, edit);
  const followed: ListedChapter[] = [];
  chapters.forEach((chapter, index) => {
    const times = {
      old: [chapter.start, chapters[index + 1]?.start ?? Infinity],
      own: [starts[index] ?? chapter.start, starts[index + 1] ?? Infinity],
    } as const;
    const others = [...followed, ...chapters.slice(index + 1)];
    followed.push(followChapter(chapter, times, { words, others }));
  });
  const all = new PhraseReplacer(words, [0, words.before.count], [0, words.after.count]);
  const after = all.replaceIn(summary);
  return { chapters: followed, summary: after.length > maxVideoSummaryLength ? summary : after };
}

/** The starts of the chapters now: a chapter goes with its first line, unless it would come too near to another. */
function followedStarts(
  chapters: readonly ListedChapter[],
  present: readonly Cue[],
  { lines, spans }: EditedTranscript,
): number[] {
  const moved = new Map<number, number>();
  for (const { before, after } of spans) {
    if (before[1] - before[0] !== after[1] - after[0]) continue;
    for (let at = before[1] - 1; at >= before[0]; at -= 1) {
      const [line, now] = [present[at], lines[after[0] + at - before[0]]];
      if (line && now) moved.set(line.start, now.start);
    }
  }
  const starts: number[] = [];
  chapters.forEach(({ start }, index) => {
    const now = index === 0 ? start : (moved.get(start) ?? start);
    const next = chapters[index + 1]?.start ?? Infinity;
    const hasRoom = now - (starts.at(-1) ?? 0) >= minChapterGap && next - now >= minChapterGap;
    starts.push(hasRoom ? now : start);
  });
  return starts;
}

/** The times of a chapter before and after an edit: its start and its end, in seconds. */
interface Times {
  readonly old: Run;
  readonly own: Run;
}

interface Surroundings {
  readonly words: ChangedWords;
  readonly others: readonly ListedChapter[];
}

/** @returns `chapter` itself when nothing changes */
function followChapter(listed: ListedChapter, times: Times, { words, others }: Surroundings): ListedChapter {
  const lines = words.before.linesBetween(...times.old);
  if (!words.spans.some((span) => areOverlapping(span, lines))) return listed;
  const chapter = times.own[0] === listed.start ? listed : { ...listed, start: times.own[0] };
  const old = words.before.wordsOf(lines);
  const own = words.after.wordsOf(words.after.linesBetween(...times.own));
  const after = { ...chapter, ...replacePhrases(chapter, { words, old, own }, others) };
  const quotes = followQuotes(chapter.quotes, { words, old, own });
  const changed = followedFields.filter((field) =>
    field === 'quotes' ? !haveSameTexts(quotes, chapter.quotes) : after[field] !== chapter[field],
  );
  if (changed.length === 0 && quotes === chapter.quotes && after.searchText === chapter.searchText)
    return chapter;
  if (changed.length === 0) return { ...after, quotes };
  const followed = [...new Set<FollowedField>([...(chapter.followed ?? []), ...changed])];
  return { ...after, quotes, followed };
}

/** Another speaker does not make a quote one that follows the words. */
function haveSameTexts(some: readonly Quote[], others: readonly Quote[]): boolean {
  return some.length === others.length && some.every(({ text }, index) => text === others[index]?.text);
}

function replacePhrases(
  { title, summary, searchText, edited }: ListedChapter,
  { words, old, own }: WordsOfChapter,
  others: readonly ListedChapter[],
): Pick<ListedChapter, 'title' | 'summary' | 'searchText'> {
  const phrases = new PhraseReplacer(words, old, own);
  const replace = (text: string, editedAt: Date | undefined) => (editedAt ? text : phrases.replaceIn(text));
  const inLimit = (text: string, before: string, max: number) => (text === before ? before : clip(text, max));
  const newTitle = inLimit(replace(title, edited?.title), title, maxTitleLength);
  const otherTitles = new Set(others.map((other) => other.title.toLowerCase()));
  const answer = replace(searchText, edited?.searchText);
  return {
    title: newTitle === title ? title : uniqueTitle(newTitle, otherTitles),
    summary: inLimit(replace(summary, edited?.summary), summary, maxSummaryLength),
    searchText: answer.length > searchTextLimit ? searchText : answer,
  };
}
