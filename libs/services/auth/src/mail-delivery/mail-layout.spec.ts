import { htmlOf, textOf, type MailContent } from './mail-layout.ts';

const content: MailContent = {
  subject: 'Set a new password',
  preview: 'Once',
  greeting: 'Hello Ada,',
  paragraphs: ['A sentence that goes on. '.repeat(10).trim()],
  action: { label: 'Set it', url: 'https://vault.example/reset-password#abc_DEF-123' },
  notes: [{ text: 'Why you get this:', url: 'https://vault.example' }, { text: 'Nothing to do.' }],
};

describe('as text', () => {
  it('has each address on its own line, and no long lines', () => {
    const lines = textOf(content).split('\n');
    expect(lines).toContain('https://vault.example/reset-password#abc_DEF-123');
    expect(lines).toContain('https://vault.example');
    expect(
      Math.max(...lines.filter((line) => !line.startsWith('http')).map((line) => line.length)),
    ).toBeLessThan(78);
    expect(lines[0]).toBe('Hello Ada,');
  });

  it('keeps all words in order', () => {
    expect(textOf(content).replaceAll(/\s+/g, ' ')).toContain(content.paragraphs[0]);
  });
});

describe('as HTML', () => {
  it('has the same words and links as the text', () => {
    const html = htmlOf(content);
    for (const part of [
      content.greeting,
      content.paragraphs[0]!,
      content.action.label,
      content.notes[1]!.text,
    ])
      expect(html).toContain(part);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    expect(new Set(links)).toEqual(new Set([content.action.url, 'https://vault.example']));
  });

  it('escapes markup', () => {
    const attack = `<script>alert("1")</script><img src='x'>&amp;`;
    const html = htmlOf({
      ...content,
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

  it('makes no external requests: no pictures, styles or scripts', () => {
    expect(htmlOf(content)).not.toMatch(/<img|<link|<script|@import|url\(/i);
  });

  it('supports light and dark mode', () => {
    const html = htmlOf(content);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  it.each([
    ['text in light mode', '#1b1a17', '#faf8f4'],
    ['small text in light mode', '#5d5a53', '#faf8f4'],
    ['the button', '#ffffff', '#c2371b'],
    ['text in dark mode', '#e9edf3', '#12161d'],
    ['small text in dark mode', '#a9b3c0', '#12161d'],
  ])('%s has enough contrast', (_, front, back) => {
    expect(htmlOf(content)).toContain(front);
    expect(htmlOf(content)).toContain(back);
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
