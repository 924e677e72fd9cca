import { chapterise } from '@vault/chapter-engine';
import { extractChapters } from './extract-text.ts';
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

  it('reads a long transcript in a thread: the result is the same, and the event loop is free', async () => {
    const request = { cues: talk(3_600), durationSeconds: 3_600, quoteCount: 1, prompt, owner: 'ada' };
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const before = process.threadCpuUsage();
    const generated = await writer.writeChapters({ ...request, admit: () => Promise.resolve() });
    const { user } = process.threadCpuUsage(before);
    clearInterval(counting);
    const direct = process.threadCpuUsage();
    expect(generated).toEqual(extractChapters(request));
    expect(user).toBeLessThan(process.threadCpuUsage(direct).user);
    expect(turns).toBeGreaterThan(1);
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.timeout(1);
    const request = { cues: talk(3_600), durationSeconds: 3_600, quoteCount: 1, prompt, signal };
    await expect(writer.writeChapters(request)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
