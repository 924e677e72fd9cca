import { chapterise } from '@vault/chapter-engine';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import { talk } from './testing/talk.fixture.ts';
import { describeTextWriter } from './text-writer.contract.ts';

describeTextWriter('the keyless engine', () => Promise.resolve(new ExtractiveTextWriter()));

describe(ExtractiveTextWriter, () => {
  const writer = new ExtractiveTextWriter();
  const prompt = { system: '', user: '' };

  it('summarises a video as its chapters were summarised when they were written', async () => {
    const cues = talk(900);
    const { summary } = chapterise(cues, { duration: 1_200 });
    const asked = { cues, chapters: [], durationSeconds: 1_200, prompt };
    await expect(writer.writeSummary(asked)).resolves.toEqual({ result: summary, answer: summary });
  });
});
