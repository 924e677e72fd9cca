import { jsonrepair } from 'jsonrepair';

/** Longer texts are read only if they are exact: the repair may take the square of their length. No valid answer is longer. */
const maxRepairedLength = 64 * 1024;
/** Texts that are repaired for one answer. */
const maxRepaired = 8;

/** The beginning of JSON, not of a remark in brackets. */
const begins = /^[[{]\s*["'“{[]/u;

/** A part of a text, by its first and after its last character. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the JSON of an answer, also when a model put remarks, reasoning or code fences around it, and as people write JSON:
 * with comments, trailing commas or other quotation marks.
 * @param answer.isCut whether the text ends early: what is whole in it is read
 * @returns every object and list, the most likely answer first: what is not closed, objects, lists, later ones before earlier
 *   ones; and last the list of all objects, if there are any
 */
export function readJson(answer: { readonly text: string; readonly isCut?: boolean }): unknown[] {
  const { text } = answer;
  const { closed, open } = spansIn(text, text.lastIndexOf('</think>') + 1);
  const parts = closed.toReversed().map(({ from, to }) => text.slice(from, to));
  // What is not closed may be cut off, or have a bracket too many in a remark.
  if (open !== undefined) parts.unshift(answer.isCut ? wholePartOf(text.slice(open)) : text.slice(open));
  let repaired = 0;
  const found = parts.flatMap((part) => {
    const exact = parse(part);
    if (exact !== undefined) return [exact];
    if (part.length > maxRepairedLength || repaired >= maxRepaired) return [];
    repaired += 1;
    const near = repair(part);
    return near === undefined ? [] : [near];
  });
  const objects = found.filter((value) => !Array.isArray(value));
  const lists = found.filter(Array.isArray);
  // Without objects it would be an empty list, which is an answer in itself.
  return objects.length === 0 ? lists : [...objects, ...lists, objects.toReversed()];
}

/** Up to the last object that is whole: the one after it has half of its words. */
function wholePartOf(text: string): string {
  return text.slice(0, text.lastIndexOf('}') + 1);
}

/**
 * Finds the outermost brackets in one pass. Strings count only inside of brackets, and end with their line: a remark may have a
 * single quotation mark.
 * @param start where the answer begins
 */
function spansIn(text: string, start: number): { closed: Span[]; open: number | undefined } {
  const opened: number[] = [];
  const closed: Span[] = [];
  const token = /["\n[\]{}]|\\[^]/g;
  token.lastIndex = start;
  let isString = false;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [sign] = found;
    if (sign.startsWith('\\')) continue;
    if (sign === '"') isString = !isString && opened.length > 0;
    else if (sign === '\n') isString = false;
    else if (isString) continue;
    else if (sign === '{' || sign === '[') opened.push(found.index);
    else {
      while (opened.length > 0 && !isPair(text[opened.at(-1) ?? 0], sign)) opened.pop();
      const from = opened.pop();
      if (from === undefined) continue;
      while ((closed.at(-1)?.from ?? -1) > from) closed.pop();
      closed.push({ from, to: found.index + 1 });
    }
  }
  const open = opened.find((at) => begins.test(text.slice(at, at + 40))) ?? opened[0];
  return { closed, open };
}

function isPair(open: string | undefined, close: string): boolean {
  return open === (close === '}' ? '{' : '[');
}

function parse(text: string): unknown {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function repair(text: string): unknown {
  try {
    return parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? value : undefined;
}
