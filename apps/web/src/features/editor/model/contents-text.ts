import type { ContentItem } from '@vault/contracts';

const reasons: Readonly<Record<NonNullable<ContentItem['reason']>, string>> = {
  picture: 'pictures, not text',
  forced: 'only some lines',
  language: 'another language',
  short: 'only part of the recording',
  unreadable: 'not readable',
  empty: 'nothing in it',
  cut: 'not finished',
  other: 'others are used',
};
/** More are counted. */
const maxNamed = 3;

/**
 * Says what the video lacks, which captions and chapters come from the uploaded file, and what else in it is not used.
 * @returns an empty text when there is nothing to say
 */
export function contentsText(contents: readonly ContentItem[]): string {
  const used = (kind: ContentItem['kind']) => contents.some((item) => item.kind === kind && item.isUsed);
  const origins = [
    ...(used('subtitles') ? ['captions'] : []),
    ...(used('chapters') ? ['chapters'] : []),
  ].join(' and ');
  const unused = contents.filter(({ isUsed }) => !isUsed).toSorted((a, b) => weightOf(b) - weightOf(a));
  const names = unused.slice(0, maxNamed).map((item) => nameOf(item, contents));
  if (unused.length > maxNamed) names.push(`${String(unused.length - maxNamed)} more`);
  return [
    ...lost(contents),
    ...(contents.some(({ reason }) => reason === 'cut') ? [cutShort] : []),
    ...(origins === '' ? [] : [`${origins[0]?.toUpperCase() ?? ''}${origins.slice(1)} come from the file.`]),
    ...(used('chapters') ? ['Regenerate creates different chapters.'] : []),
    ...(names.length === 0 ? [] : [`In the file, not used: ${names.join(', ')}.`]),
  ].join(' ');
}

const cutShort = 'The recording was not finished: the video ends where its recorder stopped.';

/** Says that the video lacks its picture or its sound, although the file has one. */
function lost(contents: readonly ContentItem[]): string[] {
  return (['picture', 'sound'] as const).flatMap((kind) => {
    const tracks = contents.filter((item) => item.kind === kind);
    const isLost =
      tracks.some(({ reason }) => reason === 'unreadable') && !tracks.some((item) => item.isUsed);
    return isLost ? [`The ${kind} of the file cannot be read, so the video has none. The file is kept.`] : [];
  });
}

/** What cannot be read is named first. */
function weightOf({ kind, reason }: ContentItem): number {
  if (kind !== 'picture' && kind !== 'sound') return 0;
  return reason === 'unreadable' ? 2 : 1;
}

/** The tracks of one kind that could be used instead, with their names. */
export function otherTracks(
  contents: readonly ContentItem[],
  kind: 'sound' | 'picture',
): { index: number; name: string }[] {
  return contents.flatMap((item) =>
    item.kind === kind && !item.isUsed && !item.reason && item.index !== undefined
      ? [{ index: item.index, name: nameOf(item, contents) }]
      : [],
  );
}

function nameOf(item: ContentItem, contents: readonly ContentItem[]): string {
  const { kind, language, reason, count = 0 } = item;
  if (kind === 'chapters') return count === 1 ? '1 chapter' : `${String(count)} chapters`;
  if (kind === 'subtitles') {
    const name = [languageName(language), 'subtitles'].filter(Boolean).join(' ');
    return reason ? `${name} (${reasons[reason]})` : name;
  }
  const number = contents.filter((other) => other.kind === kind).indexOf(item) + 1;
  const facts = [item.title, languageName(language), formOf(item), reason && reasons[reason]]
    .filter(Boolean)
    .join(', ');
  const name = `${kind === 'sound' ? 'audio track' : 'video track'} ${String(number)}`;
  return facts === '' ? name : `${name} (${facts})`;
}

function formOf({ kind, channels = 0, width = 0, height = 0 }: ContentItem): string {
  if (kind === 'picture') return width > 0 ? `${String(width)} × ${String(height)}` : '';
  return channels > 2 ? `${String(channels)} channels` : (['', 'mono', 'stereo'][channels] ?? '');
}

/** The English name of a language code; empty when there is none. */
export function languageName(code: string): string {
  try {
    return code === '' ? '' : (new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? '');
  } catch {
    return '';
  }
}
