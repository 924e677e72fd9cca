import fc from 'fast-check';
import { toCsv } from './csv.ts';
import type { Cell } from './csv.ts';

/** A reader of RFC 4180 written apart from the writer: quoted cells may hold anything, quotes doubled. */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') {
      isQuoted = true;
    } else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += sign;
  }
  return rows;
}

describe(toCsv, () => {
  it('is a header and a line for each row, each ended', () => {
    expect(
      toCsv(
        ['E-mail', 'Videos'],
        [
          ['ada@example.com', 3],
          ['', null],
        ],
      ),
    ).toBe('E-mail,Videos\r\nada@example.com,3\r\n,\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    [-5, "'-5"],
    [true, 'true'],
  ])('writes %j as %j', (cell, written) => {
    expect(toCsv(['x'], [[cell]])).toBe(`x\r\n${written}\r\n`);
  });

  it('quotes a tab only where tabs part cells', () => {
    expect(toCsv(['x'], [['a\tb']], '\t')).toBe('x\r\n"a\tb"\r\n');
    expect(toCsv(['x'], [['a\tb']])).toBe('x\r\na\tb\r\n');
  });

  const separators = fc.constantFrom<',' | '\t'>(',', '\t');
  const anyCell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', 'x', '💥'),
    }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const tables = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array<Cell>(anyCell, { minLength: width, maxLength: width })));

  it('read again, every table has its cells, and none begins like a formula', () => {
    fc.assert(
      fc.property(tables, separators, (rows, separator) => {
        const header = (rows[0] ?? ['x']).map((_cell, index) => `column ${String(index)}`);
        const read = readCsv(toCsv(header, rows, separator), separator);
        const [first, ...rest] = read;
        expect(first).toEqual(header);
        expect(rest).toHaveLength(rows.length);
        rest.forEach((cells, at) => {
          cells.forEach((cell, column) => {
            expect(cell).not.toMatch(/^[=+\-@\t\r]/);
            const asked = rows[at]![column] ?? null;
            const text = asked === null ? '' : String(asked);
            expect([text, `'${text}`]).toContain(cell);
          });
          expect(cells).toHaveLength(rows[at]!.length);
        });
      }),
    );
  });
});
