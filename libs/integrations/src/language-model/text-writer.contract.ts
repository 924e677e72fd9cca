import { talk } from './testing/talk.fixture.ts';
import type { TextWriter } from './text-writer.ts';

const prompt = { system: 'You write for a product page.', user: '' };
const cues = talk(540);
const starts = new Set(cues.map(({ start }) => start));

/** The contract of every text writer. */
export function describeTextWriter(name: string, open: () => Promise<TextWriter>): void {
  describe(`${name} as a text writer`, () => {
    let writer: TextWriter;
    beforeEach(async () => {
      writer = await open();
    });

    it('proposes chapters that open on cues, with titles, summaries and quotes', async () => {
      const { result, answer } = await writer.writeChapters({
        cues,
        durationSeconds: 540,
        quoteCount: 2,
        prompt,
      });
      expect(result.chapters.length).toBeGreaterThanOrEqual(2);
      for (const { start, title, summary, quotes } of result.chapters) {
        expect(starts).toContain(start);
        expect(title).not.toBe('');
        expect(summary).not.toBe('');
        expect(quotes.length).toBeGreaterThanOrEqual(1);
      }
      expect(result.summary).not.toBe('');
      expect(answer).toContain(result.chapters[0]?.title);
    });

    it('chooses quotes', async () => {
      const request = { cues: cues.slice(0, 30), quoteCount: 2, avoid: [], prompt };
      const { result, answer } = await writer.writeQuotes(request);
      expect(result.length).toBeGreaterThanOrEqual(2);
      for (const quote of result) expect(answer).toContain(quote);
    });

    it('answers a question about a chapter', async () => {
      const request = { cues: cues.slice(0, 30), prompt: { ...prompt, user: 'How is the tea picked?' } };
      const { result, answer } = await writer.writeAnswer(request);
      expect(result).not.toBe('');
      expect(result.length).toBeLessThanOrEqual(4_000);
      expect(answer).toContain(result);
    });

    it('summarises', async () => {
      const { result, answer } = await writer.writeSummary({ cues, chapters: [], prompt });
      expect(result).not.toBe('');
      expect(answer).toContain(result);
    });

    it('answers for a recording without words', async () => {
      const silent = { cues: [], prompt, chapters: [], durationSeconds: 60, quoteCount: 3, avoid: [] };
      await expect(writer.writeChapters(silent)).resolves.toHaveProperty('result.chapters');
      await expect(writer.writeQuotes(silent)).resolves.toMatchObject({ result: [] });
      for (const { result } of [await writer.writeAnswer(silent), await writer.writeSummary(silent)])
        expect(result).not.toBe('');
    });

    it('rejects with the reason of the signal', async () => {
      const reason = new Error('The worker is stopping.');
      const request = { cues, prompt, chapters: [], durationSeconds: 540, quoteCount: 3, avoid: [] };
      const stopped = { ...request, signal: AbortSignal.abort(reason) };
      await expect(writer.writeChapters(stopped)).rejects.toBe(reason);
      await expect(writer.writeQuotes(stopped)).rejects.toBe(reason);
      await expect(writer.writeAnswer(stopped)).rejects.toBe(reason);
      await expect(writer.writeSummary(stopped)).rejects.toBe(reason);
    });
  });
}
