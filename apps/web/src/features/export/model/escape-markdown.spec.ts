import fc from 'fast-check';
import { parsers } from 'prettier/plugins/markdown';
import { escapeMarkdown } from './escape-markdown.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

/** Parses a Markdown document. */
async function parse(markdown: string): Promise<readonly Node[]> {
  const root = (await parsers.markdown.parse(markdown, { originalText: markdown } as never)) as Node;
  return root.children ?? [];
}

/** The text of plain nodes; throws for markup. Autolinks are allowed, because they show the same text. */
function wordsOf(node: Node): string {
  if (node.type === 'text') return node.value ?? '';
  if (node.type === 'break') return '\n';
  if (!['paragraph', 'heading', 'blockquote', 'link'].includes(node.type))
    throw new Error(`markup: ${node.type}`);
  return (node.children ?? []).map(wordsOf).join('');
}

test('escapes markup and leaves other text unchanged', () => {
  expect(escapeMarkdown('R&D - 3 < 4, costs 5 (net): done!')).toBe('R&D - 3 < 4, costs 5 (net): done!');
  expect(escapeMarkdown('# a')).toBe('\\# a');
  expect(escapeMarkdown('1. a\n- b\n+ c\n> d\n2) e')).toBe('1\\. a  \n\\- b  \n\\+ c  \n\\> d  \n2\\) e');
  expect(escapeMarkdown('*a* _b_ `c` [d](e) ~f~ \\ $g$')).toBe(
    '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\~f\\~ \\\\ \\$g\\$',
  );
  expect(escapeMarkdown('<img src=x onerror=alert(1)> &lt; {{ x }} {% y %}')).toBe(
    '\\<img src=x onerror=alert(1)> \\&lt; \\{\\{ x }} \\{% y %}',
  );
  expect(escapeMarkdown('A #')).toBe('A \\#');
});

test('keeps line breaks; empty lines separate paragraphs', async () => {
  const paragraphs = await parse(escapeMarkdown(' a\r\n    b\n \n\nc\n'));
  expect(paragraphs.map(wordsOf)).toEqual(['a\nb', 'c']);
});

const token = fc.oneof(
  fc.constantFrom(
    ...[
      '#',
      '##',
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~~',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '</b>',
      '<b>',
      '<!--',
      '-->',
    ],
    ...[
      '-',
      '+',
      '=',
      '---',
      '===',
      '1.',
      '2)',
      '|',
      ':--',
      '&amp;',
      '&',
      '\\',
      '$',
      '$$',
      '{{',
      '}}',
      '{%',
      '%}',
      '{',
    ],
    ...[' ', '  ', '\t', '[^1]', '[a]: b', '- [ ]', '<a@b.de>', 'a', 'word', '1', ':', '~', '^'],
  ),
  fc.stringMatching(/^[a-zé]{1,4}$/),
);
const line = fc.array(token, { maxLength: 8 }).map((parts) => parts.join('').replace(/\s+/g, ' ').trim());

test('property: a Markdown parser finds exactly the original text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
      const text = lines.join('\n');
      const found = await parse(escapeMarkdown(text));
      expect(found.map(wordsOf).join('\n\n')).toBe(
        text
          .split(/\n\n+/)
          .map((paragraph) => paragraph.trim())
          .filter((paragraph) => paragraph !== '')
          .join('\n\n'),
      );
    }),
    { numRuns: 400 },
  );
});

test('property: the same holds in headings and block quotes', async () => {
  await fc.assert(
    fc.asyncProperty(line, async (words) => {
      fc.pre(words !== '');
      const escaped = escapeMarkdown(words);
      const found = await parse(`# ${escaped}\n\n## 0:00 ${escaped}\n\n> ${escaped}`);
      expect(found.map(({ type }) => type)).toEqual(['heading', 'heading', 'blockquote']);
      expect(found.map(wordsOf)).toEqual([words, `0:00 ${words}`, words]);
    }),
    { numRuns: 200 },
  );
});
