import fc from 'fast-check';
import { linesOf, makeVideo } from '../testing/make-video.ts';
import { anyVideo } from '../testing/random-library.ts';
import { scopedVideo } from './scoped-video.ts';
import type { SearchedChapter, SearchedVideo } from './searched-video.ts';

const all = { hidden: [], hasTranscript: true, hasQuotes: true };
const chapter = (start: number, title: string, quotes: SearchedChapter['quotes'] = []) => ({
  start,
  title,
  summary: `On ${title}`,
  quotes,
});
const video = makeVideo('v', {
  title: 'Growing a company',
  lines: linesOf('zero', 'three', 'six', 'nine'),
  chapters: [
    chapter(0, 'First', [{ text: 'three', at: 3 }]),
    chapter(6, 'Second', [
      { text: 'six', at: 6 },
      { text: 'nine', at: 12 },
    ]),
  ],
  duration: 12,
});
const textsOf = ({ lines, chapters }: SearchedVideo) => ({
  lines: lines.map(({ text }) => text),
  chapters: chapters.map(({ title }) => title),
  quotes: chapters.flatMap(({ quotes }) => quotes.map(({ text }) => text)),
});

describe(scopedVideo, () => {
  it('keeps all words, but no ids and addresses', () => {
    const { assetId, thumbnail, captionsTrackId, playbackId, ...rest } = scopedVideo(
      { ...video, thumbnail: '/t.jpg', captionsTrackId: 'c', playbackId: 'p' },
      all,
    );
    expect([assetId, thumbnail, captionsTrackId, playbackId]).toEqual(['', '', '', '']);
    expect({ ...video, ...rest }).toEqual(video);
  });

  it('has transcript and quotes only when the portal shows them', () => {
    expect(textsOf(scopedVideo(video, { ...all, hasTranscript: false })).lines).toEqual([]);
    const { quotes, chapters } = textsOf(scopedVideo(video, { ...all, hasQuotes: false }));
    expect([quotes, chapters]).toEqual([[], ['First', 'Second']]);
  });

  it('removes what is said in a hidden span, and a chapter with its quotes, and keeps what is beside them', () => {
    expect(textsOf(scopedVideo(video, { ...all, hidden: [{ start: 0, end: 6, kind: 'chapter' }] }))).toEqual({
      lines: ['six', 'nine'],
      chapters: ['Second'],
      quotes: ['six', 'nine'],
    });
    const last = textsOf(scopedVideo(video, { ...all, hidden: [{ start: 10, end: 12, kind: 'chapter' }] }));
    expect(last.lines).toEqual(['zero', 'three', 'six']);
  });

  it('removes a quote and its words, but not its chapter', () => {
    const hidden = [{ start: 3, end: 6, kind: 'quote' }];
    expect(textsOf(scopedVideo(video, { ...all, hidden }))).toEqual({
      lines: ['zero', 'six', 'nine'],
      chapters: ['First', 'Second'],
      quotes: ['six', 'nine'],
    });
  });

  it.each([
    ['that starts together with the next', [5, 5, 9], 0],
    ['that starts after the next', [5, 2, 9], 0],
    ['that starts after the end of the recording', [9, 70], 1],
  ])('removes a line %s', (_what, starts, said) => {
    const lines = starts.map((start, index) => ({ start, text: String(index) }));
    const hidden = [{ start: starts[said]!, end: starts[said]! + 0.5, kind: 'quote' }];
    const left = textsOf(scopedVideo({ ...video, lines }, { ...all, hidden })).lines;
    expect(left).not.toContain(String(said));
    expect(left).not.toEqual([]);
  });

  it('property: is the same, whatever the hidden words, ids and addresses are', () => {
    const span = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 5 }));
    const spans = fc.array(
      span.map(([start, length]) => ({ start, end: start + length, kind: 'quote' })),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyVideo('v'), spans, fc.nat(5), (some, said, hiddenChapter) => {
        const chapters = some.chapters.map((each, index) => ({ ...each, start: index * 20 }));
        const start = hiddenChapter * 20;
        const hidden = [
          ...said,
          { start, end: chapters[hiddenChapter + 1] ? start + 20 : some.duration, kind: 'chapter' },
        ];
        const scope = { ...all, hidden };
        const isHidden = (at: number) => hidden.some((each) => at >= each.start && at < each.end);
        const spoken = { ...some, chapters };
        const otherwise = withOtherWords(spoken, isHidden, start);
        expect(scopedVideo(otherwise, scope)).toEqual(scopedVideo(spoken, scope));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The video with other words where they are hidden, and with other ids and addresses. */
function withOtherWords(
  { lines, chapters, ...rest }: SearchedVideo,
  isHidden: (at: number) => boolean,
  hiddenChapter: number,
): SearchedVideo {
  const text = 'other words';
  return {
    ...rest,
    ...{ assetId: text, thumbnail: text, captionsTrackId: text, playbackId: text },
    lines: lines.map((line) => (isHidden(line.start) ? { ...line, text } : line)),
    chapters: chapters.map(({ quotes, ...each }) => ({
      ...each,
      ...(each.start === hiddenChapter ? { title: text, summary: text } : {}),
      quotes: quotes.map((quote) => (isHidden(quote.at) ? { ...quote, text } : quote)),
    })),
  };
}
