import { normaliseCueText, normaliseSpeaker, parseCueText, type CueText } from './cue-text.ts';

const scriptTag = /(<\/?(?:script|style)\b[^<>]*>)/i;
/** A bracket that is no tag and no time of a word: a player would drop the words after it. */
const looseBracket = /<(?!\/?[a-z][^<>]*>|(?:\d{1,4}:){1,2}\d{1,2}(?:[.,:]\d{1,9})?>|[!?/][^<>]*>)/gi;
/** Positions of SubRip: `{\an8}`. */
const override = /\{\\[^{}]*\}/g;
/** The line end of SubViewer. */
const lineEnd = /\[br\]/gi;
/** Byte order marks, joiners of no width and marks that turn the direction of text. */
const unseen = /[\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The words of a caption, and its speaker, without markup and unseen characters. @param start in seconds */
export function wordsOfPayload(payload: string, start: number): CueText {
  const read = parseCueText(
    withoutScript(payload).replace(override, '').replace(lineEnd, '\n').replace(looseBracket, '&lt;'),
    start,
  );
  const name = normaliseSpeaker(visible(read.speaker ?? ''));
  const text = normaliseCueText(visible(read.text));
  // Without an unseen character there may be other words.
  const wordStarts = text === read.text ? read.wordStarts : undefined;
  return { text, ...(name !== '' && { speaker: name }), ...(wordStarts && { wordStarts }) };
}

/** Leaves out what is between the tags of scripts and styles. */
function withoutScript(payload: string): string {
  const parts = payload.split(scriptTag);
  const isTag = (at: number) => at % 2 === 1;
  const lastEnd = parts.findLastIndex((part, at) => isTag(at) && part.startsWith('</'));
  let words = '';
  let isWithin = false;
  parts.forEach((part, at) => {
    if (isTag(at)) isWithin = !part.startsWith('</') && at < lastEnd;
    else if (!isWithin) words += part;
  });
  return words;
}

function visible(text: string): string {
  return text.replace(unseen, '').replace(controls, ' ');
}
