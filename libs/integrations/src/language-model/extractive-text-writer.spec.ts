import { chapterise } from '@vault/chapter-engine';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import { talk } from './testing/talk.fixture.ts';
import { describeTextWriter } from './text-writer.contract.ts';

describeTextWriter('the extractive engine', () => Promise.resolve(new ExtractiveTextWriter()));

describe(ExtractiveTextWriter, () => {
  const writer = new ExtractiveTextWriter();
  const prompt = { system: '', user: '' };

  it('answers a question, and chooses quotes that match the prompt and are not in `avoid`', async () => {
    const cues = talk(720);
    const request = { cues, prompt: { ...prompt, user: 'What does the glacier do?' } };
    await expect(writer.writeAnswer(request)).resolves.toMatchObject({
      result: expect.stringMatching(/The glacier cuts a valley[^]{0,90}$/) as string,
    });
    const { result: quotes } = await writer.writeQuotes({ ...request, quoteCount: 2, avoid: [] });
    for (const quote of quotes) expect(quote).toContain('glacier');
    const any = { cues: talk(720), prompt, quoteCount: 1 };
    const { result: first } = await writer.writeQuotes({ ...any, avoid: [] });
    const { result: other } = await writer.writeQuotes({ ...any, avoid: first });
    expect(other).toHaveLength(1);
    expect(other).not.toEqual(first);
  });

  it('generates the same summary as with the chapters', async () => {
    const cues = talk(900);
    const { summary } = chapterise(cues, { duration: 1_200 });
    const request = { cues, chapters: [], durationSeconds: 1_200, prompt };
    await expect(writer.writeSummary(request)).resolves.toEqual({ result: summary, answer: summary });
  });
});
