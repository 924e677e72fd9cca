import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isPair, isScalar, parseDocument, type Node, type Pair } from 'yaml';
import { root } from './root.ts';

interface Row {
  readonly path: string;
  readonly value: string;
  readonly words: string;
}

const mark = '-- ';

/** Its comment, if it begins with `# --`. */
function wordsOf(pair: Pair, isFirst: boolean, parent: Node): string {
  const { key } = pair;
  // The comment above the first entry belongs to the map.
  const comment = (isScalar(key) && key.commentBefore) || (isFirst && parent.commentBefore) || '';
  const text = comment.trim().startsWith(mark) ? comment.trim().slice(mark.length) : '';
  return text.replaceAll('\n', ' ');
}

function rowsOf(parent: Node, path: string): Row[] {
  if (!isMap(parent)) return [];
  return parent.items.flatMap((pair, index) => {
    if (!isPair(pair)) return [];
    const name = path ? `${path}.${String(pair.key)}` : String(pair.key);
    const words = wordsOf(pair, index === 0, parent);
    const value = pair.value as Node;
    // Only the names of services: `defaults` lists their values.
    if (isMap(value) && value.items.length > 0 && name !== 'services')
      return [...(words ? [{ path: name, value: '', words }] : []), ...rowsOf(value, name)];
    const shown = isMap(value) && value.items.length > 0 ? '' : JSON.stringify(value.toJSON());
    return [{ path: name, value: shown, words }];
  });
}

/** The table of a chart's values for its README. */
export function valuesTable(chart: string): string {
  const document = parseDocument(readFileSync(join(root, 'helm', chart, 'values.yaml'), 'utf8'));
  const rows = rowsOf(document.contents as Node, '');
  const cells = rows.map(({ path, value, words }) => [
    `\`${path}\``,
    value ? `\`${value}\`` : '',
    words.replaceAll('|', '\\|'),
  ]);
  return [['value', 'default', 'meaning'], ['---', '---', '---'], ...cells]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
