import {
  csvLine,
  glossaryLimits,
  newGlossaryTerm,
  type GlossaryTerm,
  type NewGlossaryTerm,
} from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import { CsvError, parse } from 'csv-parse/sync';

interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

interface ReadTerm extends Omit<NewGlossaryTerm, 'isCaseSensitive'> {
  readonly line: number;
  /** Absent: the file does not say. */
  readonly isCaseSensitive: boolean | undefined;
}

interface ReadGlossary {
  readonly terms: readonly ReadTerm[];
  readonly problems: readonly LineProblem[];
}

const header = ['term', 'wrong forms', 'case sensitive'];
/** Longer records are not those of a term. */
const maxRecordLength = 10_000;
const maxLines = 5_000;
/** `sep=;`: spreadsheets tell each other the separator. */
const separator = /^\ufeff?"?sep=([,;\t|])"?(?:\r\n?|\n|$)/i;
/** Spreadsheets write these in the language of their owner. */
const yes = new Set(
  'true yes y 1 x wahr ja j vrai oui verdadero sí vero verdadeiro sim waar prawda tak истина да 真'.split(
    ' ',
  ),
);
const no = new Set(
  'false no n 0 falsch nein faux non falso não nao onwaar nee fałsz nie ложь нет 假'.split(' '),
);
const tooLong = 'This line is too long.';
const tooManyForms = `A term has at most ${String(glossaryLimits.wrongForms)} wrong forms.`;

/** The terms as a file for spreadsheets. */
export function toGlossaryCsv(terms: readonly GlossaryTerm[]): string {
  const rows = terms.map(({ term, wrongForms, isCaseSensitive }) =>
    csvLine([term, wrongForms.join('; '), isCaseSensitive]),
  );
  return [csvLine(header), ...rows].join('');
}

/** The terms of a file, also as spreadsheets save it: with semicolons or tabs, a byte order mark, or a line that names the separator. */
export function readGlossaryCsv(csv: string): ReadGlossary {
  const tooLarge = sizeProblem(csv);
  if (tooLarge) return { terms: [], problems: [tooLarge] };
  const [separatorLine = '', named] = separator.exec(csv) ?? [];
  const rows = csv.slice(separatorLine.length);
  const firstRow = rows.slice(0, maxRecordLength).split(/[\r\n]/, 1)[0] ?? '';
  const likely = ['\t', ';'].find((each) => firstRow.includes(each) && !firstRow.includes(',')) ?? ',';
  const delimiter = named ?? likely;
  const linesBefore = named === undefined ? 0 : 1;
  const terms: ReadTerm[] = [];
  const problems: LineProblem[] = [];
  try {
    const records = parse(rows, {
      ...{ delimiter, bom: true, info: true, trim: true, relax_column_count: true },
      ...{ skip_empty_lines: true, max_record_size: maxRecordLength },
    }) as unknown as { record: string[]; info: { lines: number } }[];
    records.forEach(({ record, info }, index) => {
      if (index === 0 && record[0]?.toLowerCase() === header[0]) return;
      const read = readRecord(record, info.lines + linesBefore);
      if ('problem' in read) problems.push(read);
      else terms.push(read);
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push({ line: lineOf(error) + linesBefore, problem: problemOf(error) });
  }
  return { terms, problems };
}

/** The parser counts neither separators nor spaces, so that it would read a file of nothing else to its end. */
function sizeProblem(csv: string): LineProblem | undefined {
  const lines = csv.split(/\r\n?|\n/, maxLines + 2);
  const longLine = lines.findIndex(({ length }) => length > maxRecordLength);
  if (longLine !== -1) return { line: longLine + 1, problem: tooLong };
  const isTooMany = lines.length > maxLines + 1 || (lines[maxLines] ?? '') !== '';
  const problem = `A file has at most ${maxLines.toLocaleString('en')} lines.`;
  return isTooMany ? { line: maxLines + 1, problem } : undefined;
}

function readRecord(record: readonly string[], line: number): ReadTerm | LineProblem {
  const [term = '', forms = '', isExact = ''] = record.map(withoutEscape);
  const isCaseSensitive = readBoolean(isExact);
  if (isCaseSensitive === null)
    return { line, problem: `“${cutText(isExact, glossaryLimits.length)}” is neither true nor false.` };
  const wrongForms = forms
    .split(';')
    .map((form) => form.trim())
    .filter((form) => form !== '');
  if (wrongForms.length > glossaryLimits.wrongForms) return { line, problem: tooManyForms };
  const { data, error } = newGlossaryTerm.safeParse({ term, wrongForms, isCaseSensitive: false });
  if (!data) return { line, problem: error.issues[0]?.message ?? '' };
  return { ...data, line, isCaseSensitive };
}

/** The apostrophe that keeps spreadsheets from reading a formula is no part of the text. */
function withoutEscape(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '');
}

/** @returns undefined for an empty cell, null when it is neither */
function readBoolean(cell: string): boolean | undefined | null {
  if (cell === '') return undefined;
  const value = cell.toLowerCase();
  if (yes.has(value)) return true;
  return no.has(value) ? false : null;
}

function lineOf(error: CsvError): number {
  return typeof error['lines'] === 'number' ? error['lines'] : 1;
}

function problemOf({ code }: CsvError): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? tooLong
    : 'This line cannot be read: its quotation marks do not match.';
}
