import { wordsOfCue } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';

/** A place in a line: its index, and the number of characters before. */
interface Place {
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

/** Where an end of the selection is; the beginning of its line when it is not in the words. */
function placeOf(node: Node, offset: number): Place | null {
  const element = node instanceof Element ? node : node.parentElement;
  const line = element?.closest<HTMLElement>('[data-index]');
  const words = line?.querySelector('[data-words]');
  if (!line || !words) return null;
  const at = Number(line.dataset['index']);
  if (!words.contains(node)) return { line: at, offset: 0 };
  const before = document.createRange();
  before.selectNodeContents(words);
  before.setEnd(node, offset);
  return { line: at, offset: before.toString().length };
}

/** The time of the words that are selected inside of an element; null without any. */
export function selectedTime(lines: Element, cues: readonly Cue[]): { from: number; to: number } | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!lines.contains(range.startContainer) || !lines.contains(range.endContainer)) return null;
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return start && end ? timeOfWords(cues, start, end) : null;
}

/** Selects the words of all lines from one to another, as far as they are in the document. */
export function selectLines(lines: Element, anchor: number, focus: number): void {
  const wordsOf = (line: number) => lines.querySelector(`[data-index="${String(line)}"] [data-words]`);
  const [from, to] = [wordsOf(anchor), wordsOf(focus)];
  if (!from || !to) return;
  const [atStart, atEnd] = focus >= anchor ? [0, to.childNodes.length] : [from.childNodes.length, 0];
  window.getSelection()?.setBaseAndExtent(from, atStart, to, atEnd);
}
