import { userSettings } from '@vault/contracts';
import { defaultSettings } from './default-settings.ts';

describe('defaultSettings', () => {
  it('are valid for the contract', () => {
    const { customPrompt, quoteCount, baseSearchPrompt } = defaultSettings;
    const wire = { custom_prompt: customPrompt, quote_ct: quoteCount, base_search_prompt: baseSearchPrompt };
    expect(userSettings.parse(wire)).toEqual(wire);
    expect(quoteCount).toBe(3);
  });

  it('ask for complete insights of about 15 to 50 words', () => {
    for (const words of [
      'complete, cohesive insight',
      '15 to 50 words',
      'emotionally resonant and memorable',
    ])
      expect(defaultSettings.customPrompt).toContain(words);
  });

  it('contain the exact search prompt of the specification', () => {
    expect(defaultSettings.baseSearchPrompt).toBe(
      'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.',
    );
  });
});
