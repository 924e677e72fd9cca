import { searchMomentLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { originalText, type SearchDocument } from './search-document.ts';
import type { Hit, FindNext } from './queries.ts';
import { firstLine } from './segments.ts';
import { snippetAround } from './snippet.ts';

/** Counts how often a keyword is said in a video, and returns the first times. A line that has it twice counts once. */
export function findMoments(
  video: SearchDocument,
  findNext: FindNext,
  terms: readonly string[],
): searchRpc.SpokenMoments | undefined {
  const first: searchRpc.SpokenMoment[] = [];
  let total = 0;
  const endOfLines = video.ownTexts - 1;
  for (let hit = findNext(firstLine); hit && hit.first < endOfLines; hit = findNext(hit.last + 1)) {
    total += 1;
    if (first.length < searchMomentLimit) first.push(momentOf(video, hit, terms));
  }
  return total > 0 ? { videoId: video.id, total, first } : undefined;
}

function momentOf(
  video: SearchDocument,
  { first, last }: Hit,
  terms: readonly string[],
): searchRpc.SpokenMoment {
  const lines: string[] = [];
  for (let index = first; index <= last; index += 1)
    lines.push(snippetAround(originalText(video, index), terms));
  return { at: video.times[first] ?? 0, line: lines.join(' ') };
}
