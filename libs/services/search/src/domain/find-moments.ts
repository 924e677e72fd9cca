import { searchMomentLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { writtenText, type Haystack } from './haystack.ts';
import type { Hit, Seek } from './seeking.ts';
import { firstLine } from './segments.ts';
import { snippetAround } from './snippet.ts';

/** How often a keyword is said in a video, and the first times. A line that holds it twice counts once. */
export function findMoments(
  video: Haystack,
  seek: Seek,
  terms: readonly string[],
): searchRpc.SpokenMoments | undefined {
  const first: searchRpc.SpokenMoment[] = [];
  let total = 0;
  const behindLines = video.ownTexts - 1;
  for (let hit = seek(firstLine); hit && hit.first < behindLines; hit = seek(hit.last + 1)) {
    total += 1;
    if (first.length < searchMomentLimit) first.push(momentOf(video, hit, terms));
  }
  return total > 0 ? { videoId: video.id, total, first } : undefined;
}

function momentOf(video: Haystack, { first, last }: Hit, terms: readonly string[]): searchRpc.SpokenMoment {
  const lines: string[] = [];
  for (let index = first; index <= last; index += 1)
    lines.push(snippetAround(writtenText(video, index), terms));
  return { at: video.times[first] ?? 0, line: lines.join(' ') };
}
