import type { ContentItem } from '@vault/contracts';

const reasons: Readonly<Record<NonNullable<ContentItem['reason']>, string>> = {
  picture: 'pictures, not text',
  forced: 'only some lines',
  language: 'another language',
  short: 'only part of the recording',
  unreadable: 'not readable',
  other: 'others are used',
};
/** More are counted. */
const maxNamed = 3;

/**
 * Says which captions and chapters come from the uploaded file, and what else in it is not used.
 * @returns an empty text when there is nothing to say
 */
export function contentsText(contents: readonly ContentItem[]): string {
  const used = (kind: ContentItem['kind']) => contents.some((item) => item.kind === kind && item.isUsed);
  const origins = [
    ...(used('subtitles') ? ['captions'] : []),
    ...(used('chapters') ? ['chapters'] : []),
  ].join(' and ');
  const unused = contents.filter(
    ({ kind, isUsed }) => !isUsed && (kind === 'subtitles' || kind === 'chapters'),
  );
  const names = unused.slice(0, maxNamed).map(nameOf);
  if (unused.length > maxNamed) names.push(`${String(unused.length - maxNamed)} more`);
  return [
    ...(origins === '' ? [] : [`${origins[0]?.toUpperCase() ?? ''}${origins.slice(1)} come from the file.`]),
    ...(used('chapters') ? ['Regenerate makes others.'] : []),
    ...(names.length === 0 ? [] : [`In the file, not used: ${names.join(', ')}.`]),
  ].join(' ');
}

function nameOf({ kind, language, reason, count = 0 }: ContentItem): string {
  if (kind === 'chapters') return count === 1 ? '1 chapter' : `${String(count)} chapters`;
  const name = [languageName(language), 'subtitles'].filter(Boolean).join(' ');
  return reason ? `${name} (${reasons[reason]})` : name;
}

/** The English name of a language code; empty when there is none. */
export function languageName(code: string): string {
  try {
    return code === '' ? '' : (new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? '');
  } catch {
    return '';
  }
}
