import type { Cue } from '@vault/webvtt';

interface Size {
  width: number;
  height: number;
}

const font = 'DejaVu Sans';
/** The width of a character of this font, on average, of its size. */
const characterWidth = 0.6;
const maxLines = 2;
/** Columns of a line; wide characters take two. */
const columnsOf = ({ width, height }: Size): number => (width < height ? 22 : 32);
/** Of the height; smaller where a full line would be too wide. */
const fontShare = 0.055;
const marginShare = 0.06;
/** Asian scripts, and pictures, which are about twice as wide as letters. */
const wideCharacter =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Extended_Pictographic}]/u;
// oxlint-disable-next-line no-control-regex -- they are what is removed
const invisible = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const hyphen = '\u2010';
/** Scripts that divide long words with a hyphen. */
const dividedLetters = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}]{2,}$/u;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Signs with which no line begins: they close something, or belong to the letter before. */
const closing =
  /^[\p{Pe}\p{Pf}\p{M}ー々〻ゝゞヽヾ゛゜〜～%‰°℃ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]|^(?![¿¡#＃@＠])\p{Po}/u;
/** Signs with which no line ends. */
const opening = /[\p{Ps}\p{Pi}¿¡#＃@＠$＄£￡€¥￥№]$/u;
const segments = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Writes captions as a file for libass, which draws them into a picture: white on a black box, at most two lines at a
 * time. A longer cue is shown in pieces, each for its share of the characters. Names of speakers are before their words.
 *
 * @param size of the picture
 * @param duration of the clip in seconds
 */
export function writeAss(cues: readonly Cue[], size: Size, duration: number): string {
  const columns = columnsOf(size);
  const margin = Math.round(size.width * marginShare);
  const widest = (size.width - 2 * margin) / (columns * characterWidth);
  const fontSize = Math.max(6, Math.round(Math.min(size.height * fontShare, widest)));
  const padding = Math.max(1, Math.round(fontSize / 5));
  const style = [
    ...['Words', font, fontSize, '&H00FFFFFF', '&H00FFFFFF', '&H00000000', '&H00000000'],
    ...[
      0,
      0,
      0,
      0,
      100,
      100,
      0,
      0,
      3,
      padding,
      0,
      2,
      margin,
      margin,
      Math.round(size.height * marginShare),
      -1,
    ],
  ];
  const events = withNames(oneAtATime(cues, duration)).flatMap((cue) => piecesOf(cue, columns));
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${size.width}`,
    `PlayResY: ${size.height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: ${style.join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events.map(
      ({ start, end, lines }) =>
        `Dialogue: 0,${assTime(start)},${assTime(end)},Words,,0,0,0,,${lines.map(escapeAss).join('\\N')}`,
    ),
    '',
  ].join('\n');
}

/** What stays on one line, and whether a space is before it. */
interface Unit {
  text: string;
  columns: number;
  hasSpace: boolean;
}

/**
 * Splits the words of a cue into as few lines of at most so many columns as there can be, of about the same length, so that
 * no word is alone in the last one. A longer word is broken, with a hyphen between two letters. Scripts without spaces are
 * broken between words too, but no line begins with a sign that closes something, or ends with one that opens something.
 */
export function splitLines(text: string, columns: number): string[] {
  const units = text
    .split(/\s+/)
    .filter((each) => each !== '')
    .flatMap(unitsOf);
  const lines = fillLines(units, columns);
  const total = units.reduce((sum, unit) => sum + unit.columns + (unit.hasSpace ? 1 : 0), 0);
  const least = Math.ceil(total / Math.max(1, lines.length));
  const longest = units.reduce((most, unit) => Math.max(most, unit.columns), 0);
  // Narrower lines are never fewer, so the narrowest width with as many lines is found by halves.
  let [best, narrow, wide] = [lines, Math.max(least, longest), columns];
  while (narrow < wide) {
    const width = Math.floor((narrow + wide) / 2);
    const filled = fillLines(units, width);
    if (filled.length > lines.length) narrow = width + 1;
    else [best, wide] = [filled, width];
  }
  return best;
}

/** Splits a word of a script without spaces into what must not be separated; any other is returned whole. */
function unitsOf(word: string): Unit[] {
  const parts: string[] = [];
  for (const { segment } of withoutSpaces.test(word) ? segments.segment(word) : [{ segment: word }]) {
    const last = parts.at(-1);
    if (last !== undefined && (closing.test(segment) || opening.test(last)))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts.map((text, at) => ({ text, columns: columnsIn(text), hasSpace: at === 0 }));
}

function fillLines(units: readonly Unit[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let filled = 0;
  for (const unit of units) {
    const space = unit.hasSpace && line !== '' ? ' ' : '';
    if (line !== '' && filled + space.length + unit.columns <= columns) {
      line += space + unit.text;
      filled += space.length + unit.columns;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = unit.columns <= columns ? [unit.text] : breakWord(unit.text, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    filled = pieces.length === 1 ? unit.columns : columnsIn(line);
  }
  return line === '' ? lines : [...lines, line];
}

function breakWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let last = '';
  for (const { segment } of graphemes.segment(word)) {
    // The hyphen takes a column.
    const isDivided = dividedLetters.test(last + segment);
    if (columnsIn(piece) + columnsIn(segment) > columns - (isDivided ? 1 : 0)) {
      pieces.push(isDivided ? piece + hyphen : piece);
      piece = '';
    }
    piece += segment;
    last = segment;
  }
  return [...pieces, piece];
}

/** Text that libass shows as it is: it begins no override, and no line of the file. */
export function escapeAss(text: string): string {
  // A backslash cannot be escaped. An invisible word joiner behind it ends the command that it would begin.
  return text
    .replace(invisible, ' ')
    .replaceAll('\\', '\\\u2060')
    .replace(/[{}]/g, String.raw`\$&`);
}

/** The cues of the clip in their order; each ends when the next begins. */
function oneAtATime(cues: readonly Cue[], duration: number): Cue[] {
  const inside = cues
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start), end: Math.min(duration, cue.end) }))
    .filter(({ start, end, text }) => end > start && text.trim() !== '')
    .sort((a, b) => a.start - b.start);
  return inside.map((cue, at) => {
    const next = inside[at + 1]?.start ?? Infinity;
    return next > cue.start ? { ...cue, end: Math.min(cue.end, next) } : cue;
  });
}

/** Where another person begins to speak, the words have the name before them. */
function withNames(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, at) => {
    const { speaker, text } = cue;
    const isNew = speaker !== undefined && speaker !== cues[at - 1]?.speaker;
    return isNew ? { ...cue, text: `${speaker}: ${text}` } : cue;
  });
}

function piecesOf(
  { start, end, text }: Cue,
  columns: number,
): { start: number; end: number; lines: string[] }[] {
  const lines = splitLines(text, columns);
  const groups = Array.from({ length: Math.ceil(lines.length / maxLines) }, (_, at) =>
    lines.slice(at * maxLines, (at + 1) * maxLines),
  );
  const lengthOf = (group: readonly string[]): number => group.join('').length;
  const total = lengthOf(lines);
  let shown = 0;
  return groups.map((group) => {
    const from = start + ((end - start) * shown) / total;
    shown += lengthOf(group);
    return { start: from, end: start + ((end - start) * shown) / total, lines: group };
  });
}

function columnsIn(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += wideCharacter.test(segment) ? 2 : 1;
  return columns;
}

/** `H:MM:SS.cc` */
function assTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const [minutes, rest] = [Math.floor(hundredths / 6_000), hundredths % 6_000];
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(rest / 100)}.${two(rest % 100)}`;
}
