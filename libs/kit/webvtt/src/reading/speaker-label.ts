import type { Cue } from '../cues/cue.ts';
import { wordsIn } from '../cues/word-starts.ts';

/** `[speaker_0]`, `[SPEAKER 1]:`: the labels of tools that tell voices apart. */
const numbered = /^\[speaker[ _-]?(\d{1,3})\]:?\s+(?=\S)/iu;
const word = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const particle = 'van|von|der|den|de|del|da|di|la|le|bin|al';
/** One to four capitalised words, or a role with a number: likely a name. */
const likely = new RegExp(
  String.raw`^(?:(?:Speaker|SPEAKER|Host|HOST|Guest|GUEST|Participant|PARTICIPANT) \d{1,3}|${word}(?: (?:${word}|${particle})){0,3})$`,
  'u',
);
/** What people have as their names in calls, in any script: with pronouns, firms, or the last name first. */
const possible =
  /^(?=[^\p{L}]{0,3}\p{L})[\p{L}\p{M}\p{N} .'’&@|∣·/_-]+(?:, [\p{L}\p{M} .'’-]+)?(?: ?[([][\p{L}\p{M}\p{N} .,'’&|/-]+[)\]])*$/u;
const maxWords = 6;
const maxName = 60;
/** `>> `: broadcast captions mark who speaks next, others have a dash. */
const turn = /^(?:>{2,3}\s*|[-–—]\s+)/;
const chevrons = /^>{2,3}\s+(?=\S)/;
/** A name, and a colon before a space; one of full width needs none. */
const labelled = /^([^\s:：][^:：\n]*?)\s*(?::\s+|：\s*)(?=\S)/u;

/** Begins what is no name. */
const ordinary = new Set(
  `a about action actually again agenda also and announcement another answer any applause as assumption at attention
  background because before benefit bonus bottom but caption case caveat chapter check claim conclusion correction
  date day definition detail disclaimer edit email episode error everyone example exercise fact faq figure finally
  first five for fourth four from goal good hello here hint how however hypothesis i idea if important in info
  introduction intro is issue it item key laughter laughs lesson let level location look lesson me meaning method mistake
  module music my myth next no note notice now number objective ok okay on one option or our outcome outline overview
  part phase phone plan please point poll price problem pro prerequisite ps purpose q question questions quote reality
  reason recap remember reminder requirement resource result rule second section see shortcut slide so solution some
  source spoiler stage statement status step story subject subtitle summary table takeaway task that the then there
  theory therefore these third this those three tip title to today todo tool topic translation truth two type update
  url use version video warning we website week welcome well what when where which who why with yes you your`.split(
    /\s+/,
  ),
);
/** A recording introduces its speakers in the first lines. */
const firstLines = 5;

/** As many of the captions have labels, where names in an unusual form are speakers. */
const minShare = 0.5;
/** Where nearly all captions have labels, each label is a speaker. */
const fullShare = 0.9;

interface Label {
  readonly name: string;
  /** Characters of the text before the words. */
  readonly length: number;
  readonly isLikely: boolean;
}

function labelOf(text: string): Label | undefined {
  const [mark = ''] = turn.exec(text) ?? [];
  const [label, inner = ''] = labelled.exec(text.slice(mark.length, mark.length + 2 * maxName)) ?? [];
  if (label === undefined) return undefined;
  const name = /^[[(].*[\])]$/.test(inner) ? inner.slice(1, -1).trim() : inner;
  const [first = ''] = name.split(/[ ,]/);
  const isName = name.length >= 2 && name.length <= maxName && wordsIn(name).length <= maxWords;
  if (!isName || ordinary.has(first.toLowerCase())) return undefined;
  const isLikely = likely.test(inner) && inner.length === name.length;
  return isLikely || possible.test(name) ? { name, length: mark.length + label.length, isLikely } : undefined;
}

/** A single capitalised word may also be a topic. */
function isDistinct(name: string): boolean {
  return name.includes(' ') || name === name.toUpperCase();
}

/** The names that are speakers and no words: they come back, or a file begins with them. */
function speakersAmong(labels: readonly (Label | undefined)[]): ReadonlySet<string> {
  const counts = countsOf(labels.filter((label) => label?.isLikely));
  const early = new Set(labels.slice(0, firstLines).flatMap((label) => (label?.isLikely ? label.name : [])));
  const speakers = new Set<string>();
  for (const [name, count] of counts)
    if (isDistinct(name) ? count > 1 || early.has(name) : count > 1 && early.size > 0) speakers.add(name);
  // Who answers a speaker in the first lines is one too.
  if ([...early].some((name) => speakers.has(name))) for (const name of early) speakers.add(name);
  for (const name of possibleSpeakers(labels)) speakers.add(name);
  return speakers;
}

/** Names in any form, for which the whole file speaks: two or more take turns, in most of the captions. */
function possibleSpeakers(labels: readonly (Label | undefined)[]): readonly string[] {
  const counts = [...countsOf(labels)];
  const again = counts.filter(([, count]) => count > 1);
  const share = (some: readonly (readonly [string, number])[]) =>
    some.reduce((sum, [, count]) => sum + count, 0) / labels.length;
  const areTurns =
    again.length > 1 ? share(again) >= minShare : (again[0]?.[1] ?? 0) > 2 && share(again) >= fullShare;
  if (!areTurns) return [];
  return (share(counts) >= fullShare ? counts : again).map(([name]) => name);
}

function countsOf(labels: readonly (Label | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  return counts;
}

/**
 * Reads labels such as `ANNA:`, `Anna Smith (she/her):`, `山田：` and `[speaker_0]` at the start of captions as their speakers,
 * and takes them out of the text, with the `>>` before them. What may be words stays text: `Note:`, times, addresses, a name
 * that is seen once, and captions in which several people speak. A name in lower case or an unusual form needs others that
 * come back.
 */
export function readSpeakers<Placed extends Cue>(cues: readonly Placed[]): Placed[] {
  const labels = cues.map(({ text, speaker }) => (speaker === undefined ? labelOf(text) : undefined));
  const speakers = speakersAmong(labels);
  return cues.map((cue, at) => {
    if (cue.speaker !== undefined || hasSeveral(cue.text, speakers)) return cue;
    const [number, digits] = numbered.exec(cue.text) ?? [];
    if (number !== undefined)
      return { ...withoutLabel(cue, number.length), speaker: `Speaker ${String(digits)}` };
    const label = labels[at];
    if (label && speakers.has(label.name)) return { ...withoutLabel(cue, label.length), speaker: label.name };
    const [mark] = chevrons.exec(cue.text) ?? [];
    return mark !== undefined && speakers.size > 0 ? withoutLabel(cue, mark.length) : cue;
  });
}

/** @param length of the label with the space after it */
function withoutLabel<Placed extends Cue>(cue: Placed, length: number): Placed {
  const { wordStarts } = cue;
  const count = wordsIn(cue.text.slice(0, length)).length;
  return { ...cue, text: cue.text.slice(length), ...(wordStarts && { wordStarts: wordStarts.slice(count) }) };
}

/** Whether a later line of the text may have a label too. */
function hasSeveral(text: string, speakers: ReadonlySet<string>): boolean {
  return text
    .split('\n')
    .slice(1)
    .some((line) => {
      const label = labelOf(line);
      return numbered.test(line) || label?.isLikely === true || speakers.has(label?.name ?? '');
    });
}
