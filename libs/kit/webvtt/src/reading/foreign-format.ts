const formats: readonly (readonly [string, RegExp])[] = [
  ['TTML (XML)', /<(?:[\w-]{1,20}:)?tt[\s>]/i],
  ['SAMI', /<sami\b/i],
  ['a page of the web (HTML)', /<(?:!doctype\s+)?html\b/i],
  ['XML', /^\s*<[?!a-z]/i],
  ['MicroDVD', /^\s*\{\d{1,9}\}\{\d{1,9}\}/],
  ['song lyrics (LRC)', /^\s*\[\d{1,3}:\d\d[.:]\d{1,3}\]/m],
  ['Scenarist closed captions (SCC)', /^\s*Scenarist_SCC/],
  ['text with styles (RTF)', /^\{\\rtf/],
  ['a document of Word or a ZIP archive', /^PK\P{L}{2}/u],
  ['PDF', /^%PDF/],
  ['JSON', /^\s*[[{]\s*["{[\]}]/],
];
/** What names a format is at the start. */
const headLength = 4_000;

/** Why a text without captions cannot be read, and what would help, as a sentence; undefined for what looks like captions. */
export function foreignFormat(text: string): string | undefined {
  const head = text.slice(0, headLength);
  if (/^\s*WEBVTT(?:\s|$)/.test(head)) return undefined;
  const [name] = formats.find(([, pattern]) => pattern.test(head)) ?? [];
  if (name === undefined && text.includes('-->')) return undefined;
  const kind = name === undefined ? 'This is' : `This is ${name},`;
  return `${kind} neither WebVTT nor SubRip (SRT). Please save the captions as .vtt or .srt and choose that file.`;
}
