import { wordsOfCue } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';

/** A place in a line: its index, and the number of characters before. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/** The time of the words that a selection touches, in seconds; null when it touches none. */
export function timeOfWords(
  cues: readonly Cue[],
  start: Place,
  end: Place,
): { from: number; to: number } | null {
  const words = cues.slice(start.line, end.line + 1).flatMap((cue, at) => {
    const [first, last] = [at === 0 ? start.offset : 0, start.line + at === end.line ? end.offset : Infinity];
    return wordsOfCue(cue).filter(({ from, to }) => to > first && from < last);
  });
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { from: first.start, to: last.end } : null;
}

/** The words between two places, as far as their lines are shown, each line of the transcript in one of its own. */
export function wordsBetween(
  cues: readonly Cue[],
  start: Place,
  end: Place,
  shown: ReadonlySet<number>,
): string {
  const texts = cues.slice(start.line, end.line + 1).flatMap(({ text }, at) => {
    const to = start.line + at === end.line ? end.offset : text.length;
    return shown.has(start.line + at) ? text.slice(at === 0 ? start.offset : 0, to) : [];
  });
  return texts.join('\n');
}

/** Where an end of the selection is; the beginning of its line when it is not in the words. */
function placeOf(lines: Element, node: Node, offset: number): Place | null {
  const element = node instanceof Element ? node : node.parentElement;
  const line = element?.closest<HTMLElement>('[data-line]');
  const words = line?.querySelector('[data-words]');
  if (!line || !words || !lines.contains(line)) return null;
  const at = Number(line.dataset['line']);
  if (!words.contains(node)) return { line: at, offset: 0 };
  const before = document.createRange();
  before.selectNodeContents(words);
  before.setEnd(node, offset);
  return { line: at, offset: before.toString().length };
}

/** The ends of the selection; null where one is not in the lines. */
export function selectedPlaces(lines: Element): { start: Place | null; end: Place | null } {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return { start: null, end: null };
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  return {
    start: placeOf(lines, startContainer, startOffset),
    end: placeOf(lines, endContainer, endOffset),
  };
}

/** Selects the words of all lines from one to another, as far as they are in the document. */
export function selectLines(lines: Element, anchor: number, focus: number): void {
  const wordsOf = (line: number) => lines.querySelector(`[data-line="${String(line)}"] [data-words]`);
  const [from, to] = [wordsOf(anchor), wordsOf(focus)];
  if (!from || !to) return;
  const [atStart, atEnd] = focus >= anchor ? [0, to.childNodes.length] : [from.childNodes.length, 0];
  window.getSelection()?.setBaseAndExtent(from, atStart, to, atEnd);
}
