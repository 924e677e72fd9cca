import {
  AppError,
  chapterLimit,
  chapterTextLimit,
  formatTimeCode,
  quoteLimit,
  quotesPerChapterLimit,
  searchTextLimit,
  type EditedChapter,
} from '@vault/contracts';

/**
 * Checks chapters that a person saves: the first starts at 0, each later than the one before and inside the video,
 * with a title. Unlike generated chapters, they may be close together and have equal titles.
 * @throws {AppError} `invalid-input` with a message that names the chapter
 */
export function checkPersonsList(drafts: readonly EditedChapter[], durationSeconds: number): void {
  if (drafts.length === 0) refuse('A video has at least one chapter.');
  if (drafts.length > chapterLimit) refuse(`A video has at most ${String(chapterLimit)} chapters.`);
  drafts.forEach((draft, index) => {
    checkStart(drafts, index, durationSeconds);
    checkTexts(draft, nameOf(draft, index));
  });
}

function checkStart(drafts: readonly EditedChapter[], index: number, durationSeconds: number): void {
  const draft = drafts[index] as EditedChapter;
  const before = drafts[index - 1];
  const name = nameOf(draft, index);
  if (!Number.isInteger(draft.start) || draft.start < 0) refuse(`${name} must start at a whole second.`);
  if (!before && draft.start !== 0) refuse(`${name} must start at 00:00:00, because it is the first.`);
  if (before && draft.start <= before.start)
    refuse(`${name} must start later than the chapter before it, at ${formatTimeCode(before.start)}.`);
  // The host may not know the duration: then no chapter is outside.
  if (durationSeconds > 0 && draft.start > 0 && draft.start >= durationSeconds)
    refuse(`${name} must start before the video ends, at ${formatTimeCode(durationSeconds)}.`);
}

function checkTexts({ title, summary, searchText, quotes, searchQuotes }: EditedChapter, name: string): void {
  if (title.trim() === '') refuse(`${name} has no title. Please write one.`);
  limit(`The title of ${inside(name)}`, title, chapterTextLimit);
  limit(`The summary of ${inside(name)}`, summary, chapterTextLimit);
  limit(`The search text of ${inside(name)}`, searchText, searchTextLimit);
  limit(`What searches are given as quotes in ${inside(name)}`, searchQuotes ?? '', searchTextLimit);
  if (quotes.length > quotesPerChapterLimit)
    refuse(`${name} has more than ${String(quotesPerChapterLimit)} quotes.`);
  for (const { text } of quotes) limit(`A quote of ${inside(name)}`, text, quoteLimit);
}

function limit(what: string, text: string, max: number): void {
  if (text.length > max) refuse(`${what} is longer than ${String(max)} characters.`);
}

function nameOf({ start }: EditedChapter, index: number): string {
  return `Chapter ${String(index + 1)} (${formatTimeCode(start)})`;
}

/** The name of a chapter in the middle of a sentence. */
function inside(name: string): string {
  return name.replace('Chapter', 'chapter');
}

function refuse(sentence: string): never {
  throw new AppError('invalid-input', sentence);
}
