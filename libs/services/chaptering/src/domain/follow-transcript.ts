import { followedFields, searchTextLimit, type FollowedField } from '@vault/contracts';
import { areOverlapping, changedWords, type ChangedWords } from './changed-words.ts';
import type { Cue, ListedChapter } from './chapter.ts';
import { maxSummaryLength, maxTitleLength, maxVideoSummaryLength, uniqueTitle } from './chapter-rules.ts';
import type { EditedTranscript } from './edit-transcript.ts';
import { followQuotes, type WordsOfChapter } from './follow-quotes.ts';
import { clip } from './plain-line.ts';
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
  const followed: ListedChapter[] = [];
  chapters.forEach((chapter, index) => {
    const end = chapters[index + 1]?.start ?? Infinity;
    const others = [...followed, ...chapters.slice(index + 1)];
    followed.push(followChapter(chapter, end, { words, others }));
  });
  const all = new PhraseReplacer(words, [0, words.before.count], [0, words.after.count]);
  const after = all.replaceIn(summary);
  return { chapters: followed, summary: after.length > maxVideoSummaryLength ? summary : after };
}

interface Surroundings {
  readonly words: ChangedWords;
  readonly others: readonly ListedChapter[];
}

/** @returns `chapter` itself when nothing changes */
function followChapter(chapter: ListedChapter, end: number, { words, others }: Surroundings): ListedChapter {
  const lines = words.before.linesBetween(chapter.start, end);
  if (!words.spans.some((span) => areOverlapping(span, lines))) return chapter;
  const old = words.before.wordsOf(lines);
  const own = words.after.wordsOf(words.after.linesBetween(chapter.start, end));
  const after = { ...chapter, ...replacePhrases(chapter, { words, old, own }, others) };
  const quotes = followQuotes(chapter.quotes, { words, old, own });
  const changed = followedFields.filter((field) =>
    field === 'quotes' ? quotes !== chapter.quotes : after[field] !== chapter[field],
  );
  if (changed.length === 0) return after.searchText === chapter.searchText ? chapter : after;
  const followed = [...new Set<FollowedField>([...(chapter.followed ?? []), ...changed])];
  return { ...after, quotes, followed };
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
  const taken = new Set(others.map((other) => other.title.toLowerCase()));
  const answer = replace(searchText, edited?.searchText);
  return {
    title: newTitle === title ? title : uniqueTitle(newTitle, taken),
    summary: inLimit(replace(summary, edited?.summary), summary, maxSummaryLength),
    searchText: answer.length > searchTextLimit ? searchText : answer,
  };
}
