import { htmlOf, textOf, type MailWords } from './mail-layout.ts';

const words: MailWords = {
  subject: 'Set a new password',
  preview: 'Once',
  greeting: 'Hello Ada,',
  paragraphs: ['A sentence that goes on. '.repeat(10).trim()],
  action: { label: 'Set it', url: 'https://vault.example/reset-password#abc_DEF-123' },
  notes: [{ text: 'Why you get this:', url: 'https://vault.example' }, { text: 'Nothing to do.' }],
};

describe('as text', () => {
  it('has an address alone in its line, and no line that readers would cut', () => {
    const lines = textOf(words).split('\n');
    expect(lines).toContain('https://vault.example/reset-password#abc_DEF-123');
    expect(lines).toContain('https://vault.example');
    expect(
      Math.max(...lines.filter((line) => !line.startsWith('http')).map((line) => line.length)),
    ).toBeLessThan(78);
    expect(lines[0]).toBe('Hello Ada,');
  });

  it('keeps every word in its order', () => {
    expect(textOf(words).replaceAll(/\s+/g, ' ')).toContain(words.paragraphs[0]);
  });
});

describe('as HTML', () => {
  it('says the same words, and links where the text does', () => {
    const html = htmlOf(words);
    for (const part of [words.greeting, words.paragraphs[0]!, words.action.label, words.notes[1]!.text])
      expect(html).toContain(part);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(new Set(links)).toEqual(new Set([words.action.url, 'https://vault.example']));
  });

  it('reads nothing in words as markup', () => {
    const attack = `<script>alert("1")</script><img src='x'>&amp;`;
    const html = htmlOf({
      ...words,
      subject: attack,
      preview: attack,
      greeting: attack,
      paragraphs: [attack],
      action: { label: attack, url: `https://vault.example/"onclick="x` },
      notes: [{ text: attack, url: `https://vault.example/'>` }],
    });
    expect(html).not.toMatch(/<script|<img|"onclick|'>/);
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=&#39;x&#39;&gt;&amp;amp;',
    );
  });

  it('asks nobody for anything: no picture, no style, no script of elsewhere', () => {
    expect(htmlOf(words)).not.toMatch(/<img|<link|<script|@import|url\(/i);
  });

  it('is made for light and dark', () => {
    const html = htmlOf(words);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  it.each([
    ['ink on paper', '#1b1a17', '#faf8f4'],
    ['small letters on paper', '#5d5a53', '#faf8f4'],
    ['the button', '#ffffff', '#c2371b'],
    ['ink at night', '#e9edf3', '#12161d'],
    ['small letters at night', '#a9b3c0', '#12161d'],
  ])('%s has enough contrast', (_, front, back) => {
    expect(htmlOf(words)).toContain(front);
    expect(htmlOf(words)).toContain(back);
    expect(contrast(front, back)).toBeGreaterThan(4.5);
  });
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
