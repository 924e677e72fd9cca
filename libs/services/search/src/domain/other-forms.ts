import { foldText } from '@vault/contracts';

/** Longer words are not parted: they are names or ids. */
const maxLetters = 24;
/** Of a keyword with more words, the last ones stay as they are. */
const maxGaps = 12;
const grouped = /(?<![\p{N}.,'])\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*(?![\p{N}]|[.,']\p{N})/gu;
const plainNumber = /(?<![\p{N}.,'])\d{4,15}(?![\p{N}]|[.,']\p{N})/gu;

/**
 * Other ways to write a keyword, folded: words together, apart or with a hyphen (email, e-mail, web site), and numbers
 * with and without separators of thousands (10000, 10,000).
 */
export function otherForms(keyword: string): string[] {
  const folded = foldText(keyword).replaceAll('\0', ' ').trim().replaceAll(/\s+/gu, ' ');
  const forms = new Set([...numberForms(folded), ...gapForms(folded), ...partedForms(folded)]);
  forms.delete(folded);
  return [...forms].filter((form) => form.length > 1);
}

function numberForms(text: string): string[] {
  const plain = text.replace(grouped, (number) => number.replaceAll(/\D/gu, ''));
  if (plain === text && text.search(plainNumber) < 0) return [];
  const withSeparators = [',', '.', ' ', "'"].map((separator) =>
    plain.replace(plainNumber, (number) => number.replaceAll(/\B(?=(?:\d{3})+$)/gu, separator)),
  );
  return [plain, ...withSeparators];
}

/** With another sign, or none, in the place of one space or hyphen, or of all of them. */
function gapForms(text: string): string[] {
  const gap = /(?<=[\p{L}\p{N}])[- ](?=[\p{L}\p{N}])/gu;
  const places = Array.from(text.matchAll(gap), ({ index }) => index).slice(0, maxGaps);
  if (places.length === 0) return [];
  return ['', '-', ' '].flatMap((sign) => [
    text.replace(gap, sign),
    ...places.map((at) => text.slice(0, at) + sign + text.slice(at + 1)),
  ]);
}

/** One word in two parts; one with digits only before or after them, such as GPT-4. */
function partedForms(text: string): string[] {
  if (!/^[\p{L}\p{N}]+$/u.test(text) || text.length > maxLetters) return [];
  const letters = Array.from(text);
  const isDigit = letters.map((letter) => /\p{N}/u.test(letter));
  const hasDigits = isDigit.includes(true);
  return letters.slice(1).flatMap((_, index) => {
    if (hasDigits && isDigit[index] === isDigit[index + 1]) return [];
    const [start, end] = [letters.slice(0, index + 1).join(''), letters.slice(index + 1).join('')];
    // These are words of their own: apart is not a part.
    const hasArticle = /^[ai]$/u.test(start) || /^[ai]$/u.test(end);
    return hasArticle ? [`${start}-${end}`] : [`${start}-${end}`, `${start} ${end}`];
  });
}
