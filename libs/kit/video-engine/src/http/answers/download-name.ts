/** File systems allow 255, with the extension. */
const maxBytes = 200;
const maxCharacters = 300;
/** What cannot be seen, apart from the joiners that emoji and some scripts need. */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * The `Content-Disposition` of a file that is saved under a name that a person chose (RFC 6266). What cannot be in the name
 * of a file is left out; other characters are kept, with an approximation for clients that know only ASCII.
 * @param wanted with or without the extension @param name of the file itself, with its extension
 */
export function attachment(wanted: string, name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot);
  const cleaned = cleanName(wanted.endsWith(extension) ? wanted.slice(0, -extension.length) : wanted);
  const fileName = `${cleaned || name.slice(0, dot)}${extension}`;
  const plain = toAscii(fileName);
  // Some clients decode a percent sign in the plain form.
  if (plain === fileName && !fileName.includes('%')) return `attachment; filename="${plain}"`;
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`;
}

function cleanName(text: string): string {
  const words = text
    .slice(0, maxCharacters)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(unseen, '')
    .replace(/[/\\]/g, '-')
    .replace(/"/g, "'")
    .replace(/[<>|*?]/g, ' ');
  return trimmed(firstBytes(trimmed(words.replace(/ {2,}/g, ' '))));
}

/** A dot at the start hides a file, and Windows allows no dot or space at the end. */
function trimmed(text: string): string {
  return text.replace(/^[ .]+/, '').replace(/(?<![ .])[ .]+$/, '');
}

/** As many whole characters as fit. */
function firstBytes(text: string): string {
  let end = 0;
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”"]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/[^ -~]+/gu, '_')
    .replace(/[/\\]/g, '-');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
