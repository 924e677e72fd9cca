/** A tag, comment or address in angle brackets; before any other character HTML shows `<` as text. */
const tag = /<[a-z/!?][^<>]*>/giu;
const tagOpening = /<+[a-z/!?]?/giu;
const image = /!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/gu;
const link = /\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/gu;
const scheme = /\b(?:[a-z][a-z\d+.-]{0,20}:\/\/|(?:javascript|vbscript):(?=\S))/giu;
/** Removing markup may create new markup; after these passes the remaining brackets are broken up instead. */
const maxPasses = 5;

/**
 * Removes tags, images and links, so that the text means the same as HTML, Markdown and plain text. The words of a link
 * stay without its address; a bare address stays as text.
 */
export function withoutMarkup(text: string): string {
  let plain = text;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = plain;
    plain = plain.replace(tag, '').replace(image, '').replace(link, '$1').replace(scheme, '');
    if (plain === before) break;
  }
  return plain
    .replace(tagOpening, (run) => (run.endsWith('<') ? run : run.slice(-1)))
    .replace(scheme, '')
    .replaceAll('://', ': ')
    .replace(/\](?=[(:])/gu, '] ');
}
