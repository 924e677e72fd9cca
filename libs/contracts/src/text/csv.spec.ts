import fc from 'fast-check';
import { csvLine, type CsvCell } from './csv.ts';

/** An independent parser of RFC 4180: quoted cells may hold anything, quotes doubled. */
function readCsv(text: string): string[][] {
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
    } else if (sign === ',') {
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

describe(csvLine, () => {
  it('ends a line, and leaves a cell without a value empty', () => {
    expect(csvLine(['ada@example.com', 3, '', null])).toBe('ada@example.com,3,,\r\n');
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
    [-5, '-5'],
    [true, 'true'],
    ['a\tb', 'a\tb'],
  ])('formats %j as %j', (cell, formatted) => {
    expect(csvLine([cell])).toBe(`${formatted}\r\n`);
  });

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
    .chain((width) => fc.array(fc.array<CsvCell>(anyCell, { minLength: width, maxLength: width })));

  it('every table survives a round trip, and no text cell begins like a formula', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const read = readCsv(rows.map((row) => csvLine(row)).join(''));
        expect(read).toHaveLength(rows.length);
        read.forEach((cells, at) => {
          expect(cells).toHaveLength(rows[at]!.length);
          cells.forEach((cell, column) => {
            const original = rows[at]![column] as CsvCell;
            const text = String(original ?? '');
            const expectedStart = typeof original === 'number' ? /^/ : /^(?![=+\-@\t\r])/;
            expect(cell).toMatch(expectedStart);
            expect([text, `'${text}`]).toContain(cell);
          });
        });
      }),
    );
  });
});
