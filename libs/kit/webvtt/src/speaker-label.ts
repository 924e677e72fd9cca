import type { Cue } from './cue.ts';
import { wordsIn } from './word-starts.ts';

/** `[speaker_0]`, `[SPEAKER 1]:`: the labels of tools that tell voices apart. */
const numbered = /^\[speaker[ _-]?(\d{1,3})\]:?\s+(?=\S)/iu;
const word = String.raw`\p{Lu}[\p{L}\p{M}.'’-]*`;
const particle = 'van|von|der|den|de|del|da|di|la|le|bin|al';
/** One to four capitalised words, or a role with a number, and a colon before a space. */
const named = new RegExp(
  String.raw`^((?:Speaker|SPEAKER|Host|HOST|Guest|GUEST|Participant|PARTICIPANT) \d{1,3}|${word}(?: (?:${word}|${particle})){0,3}):\s+(?=\S)`,
  'u',
);
/** Begins what is no name. */
const ordinary = new Set(
  `a about action actually again agenda also and announcement another answer any applause as assumption at attention
  background because before benefit bonus bottom but caption case caveat chapter check claim conclusion correction
  date day definition detail disclaimer edit email episode error everyone example exercise fact faq figure finally
  first five for fourth four from goal good hello here hint how however hypothesis i idea if important in info
  introduction intro is issue it item key laughter lesson let level location look lesson me meaning method mistake
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

interface Label {
  readonly name: string;
  /** Characters of the text before the words. */
  readonly length: number;
}

function labelOf(text: string): Label | undefined {
  const [label = '', name = ''] = named.exec(text) ?? [];
  const [first = ''] = name.split(' ');
  return name.length < 2 || ordinary.has(first.toLowerCase()) ? undefined : { name, length: label.length };
}

/** A single capitalised word may also be a topic. */
function isDistinct(name: string): boolean {
  return name.includes(' ') || name === name.toUpperCase();
}

/** The names that are speakers and no words: they come back, or a file begins with them. */
function speakersAmong(labels: readonly (Label | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  const early = new Set(labels.slice(0, firstLines).flatMap((label) => label?.name ?? []));
  const speakers = new Set<string>();
  for (const [name, count] of counts)
    if (isDistinct(name) ? count > 1 || early.has(name) : count > 1 && early.size > 0) speakers.add(name);
  // Who answers a speaker in the first lines is one too.
  if ([...early].some((name) => speakers.has(name))) for (const name of early) speakers.add(name);
  return speakers;
}

/**
 * Reads labels such as `ANNA:`, `Anna Smith:` and `[speaker_0]` at the start of captions as their speakers, and takes them
 * out of the text. What may be words stays text: `Note:`, times, addresses, a name that is seen once, and captions in which
 * several people speak.
 */
export function readSpeakers(cues: readonly Cue[]): Cue[] {
  const labels = cues.map(({ text, speaker }) => (speaker === undefined ? labelOf(text) : undefined));
  const speakers = speakersAmong(labels);
  return cues.map((cue, at) => {
    if (cue.speaker !== undefined || hasSeveral(cue.text)) return cue;
    const [number, digits] = numbered.exec(cue.text) ?? [];
    if (number !== undefined)
      return { ...withoutLabel(cue, number.length), speaker: `Speaker ${String(digits)}` };
    const label = labels[at];
    if (!label || !speakers.has(label.name)) return cue;
    return { ...withoutLabel(cue, label.length), speaker: label.name };
  });
}

/** @param length of the label with the space after it */
function withoutLabel({ wordStarts, ...cue }: Cue, length: number): Cue {
  const count = wordsIn(cue.text.slice(0, length)).length;
  return { ...cue, text: cue.text.slice(length), ...(wordStarts && { wordStarts: wordStarts.slice(count) }) };
}

/** Whether a later line of the text may have a label too. */
function hasSeveral(text: string): boolean {
  return text
    .split('\n')
    .slice(1)
    .some((line) => numbered.test(line) || labelOf(line) !== undefined);
}
