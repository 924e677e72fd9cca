import { foldCase } from '@vault/contracts';
import fc from 'fast-check';
import { plainScan, type Found } from '../testing/plain-scan.ts';
import { anyKeyword, anyVideo } from '../testing/random-library.ts';
import { linesOf, makeVideo } from '../testing/make-video.ts';
import { findMatches } from './find-matches.ts';
import { hasExactly, makeSearchDocument } from './search-document.ts';
import type { SearchedVideo } from './searched-video.ts';
import { TextQuery, type Hit } from './queries.ts';
import { toResult } from './find-moments.ts';

function find(video: SearchedVideo, keyword: string): Found[] {
  const document = makeSearchDocument(video);
  const findNext = new TextQuery(keyword).open(document);
  const isExact = document.isPlain
    ? undefined
    : ({ first }: Hit) => hasExactly(document, first, foldCase(keyword));
  const matches = findNext ? findMatches(document, findNext, isExact) : [];
  return [...matches]
    .sort((a, b) => Number(b.isExact) - Number(a.isExact))
    .map((match) => {
      const { videoId, field, chapterTitle, at, snippet } = toResult(document, match, [keyword]);
      return { videoId, field, chapterTitle, at, snippet };
    });
}

describe(findMatches, () => {
  it('property: finds the same as the plain scan, in any video and for any keyword', () => {
    fc.assert(
      fc.property(anyVideo('v'), anyKeyword, (video, keyword) => {
        expect(find(video, keyword)).toEqual(plainScan([video], keyword));
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns the first matching field of the video, in the order of the rule', () => {
    const chapters = [{ start: 9, title: '', summary: '', quotes: [] }];
    const fields = ['title', 'description', 'assetId', 'thumbnail', 'captionsTrackId'] as const;
    const all = {
      ...Object.fromEntries(fields.map((field) => [field, `Key of ${field}`])),
      lines: linesOf('a line', 'the KEY'),
      playbackId: 'monkey',
      chapters,
    };
    const order: string[] = [];
    for (let video: Partial<SearchedVideo> = all; ;) {
      const [found] = find(makeVideo('v', video), 'key');
      if (!found) break;
      order.push(found.field);
      const { field } = found;
      if (field === 'transcript') video = { ...video, lines: [] };
      else video = { ...video, [field === 'playback_id' ? 'playbackId' : field]: '' };
    }
    expect(order).toEqual([...fields, 'transcript', 'playback_id']);
  });

  it('checks each chapter separately: its title, else its summary, else its quotes', () => {
    const chapters = [
      { start: 0, title: 'Prices', summary: 'prices', quotes: [{ text: 'price', at: 4 }] },
      { start: 30, title: 'Support', summary: 'The price of it', quotes: [{ text: 'price', at: 40 }] },
      { start: 60, title: 'Nothing', summary: 'at all', quotes: [] },
      {
        start: 90,
        title: 'Security',
        summary: '',
        quotes: ['a lock', 'Its PRICE'].map((text) => ({ text, at: 95 })),
      },
    ];
    const found = find(makeVideo('v', { title: 'Pricing and prices', chapters }), 'price');
    expect(found.map(({ field, at, chapterTitle }) => [field, at, chapterTitle])).toEqual([
      ['title', undefined, undefined],
      ['chapter title', 0, 'Prices'],
      ['chapter summary', 30, 'Support'],
      ['chapter quote', 95, 'Security'],
    ]);
  });

  it('finds what is spelled otherwise, and prefers the field that has the keyword as typed', () => {
    const chapters = [{ start: 9, title: 'Straße', summary: 'STRASSE', quotes: [] }];
    const video = makeVideo('v', {
      title: 'Café',
      lines: linesOf('in Zürich', 'the cafe', 'co\u00adop'),
      chapters,
    });
    expect(find(video, 'cafe')).toMatchObject([{ field: 'transcript', at: 3 }]);
    expect(find(video, 'CAFÉ')).toMatchObject([{ field: 'title' }]);
    expect(find(video, 'zurich')).toMatchObject([{ field: 'transcript', at: 0 }]);
    expect(find(video, 'strasse')).toMatchObject([{ field: 'chapter summary' }]);
    expect(find(video, 'coop')).toHaveLength(1);
    expect(find(video, '\u00ad\u200b')).toEqual([]);
  });

  it('never matches across two lines, nor across two fields', () => {
    const video = makeVideo('v', {
      title: 'one',
      description: 'two',
      lines: linesOf('three four', 'five'),
    });
    for (const keyword of ['onetwo', 'one two', 'four five', 'fourfive', 'four\nfive', 'e\0two'])
      expect(find(video, keyword)).toEqual([]);
  });

  it('treats regular expressions as plain text', () => {
    const video = makeVideo('v', { lines: linesOf('What costs 5 $ (or 7.50)?', 'a+b') });
    expect(find(video, '.*')).toEqual([]);
    expect(find(video, '$ (or 7.50)?')).toHaveLength(1);
    expect(find(video, 'A+B')).toHaveLength(1);
  });
});
