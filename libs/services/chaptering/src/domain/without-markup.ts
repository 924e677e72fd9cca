/** A tag, comment or address in angle brackets: HTML reads `<` as one only before these, and prints it elsewhere. */
const tag = /<[a-z/!?][^<>]*>/giu;
const tagOpening = /<+[a-z/!?]?/giu;
const image = /!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/gu;
const link = /\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/gu;
const scheme = /\b(?:[a-z][a-z\d+.-]{0,20}:\/\/|(?:javascript|vbscript):(?=\S))/giu;
/** What the removal of one leaves may be another; text that goes on so is broken instead. */
const maxPasses = 5;

/**
 * Text that is the same to a reader of HTML or Markdown as to one of plain text: no tags, images or links. The words of
 * a link stay, its address goes; a bare address stays as words. Whatever is given, no tag, image or link is left.
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
