/** Of a whole address, in its stored form. */
const maxLength = 254;

/** Characters that nobody sees, which come along when an address is pasted. Gaps and controls are not among them. */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners, which some scripts need between their letters. */
const joiners = /[\u200C\u200D]/;

/** What stands around an address in texts and mail programs. */
const before = /^[\s<("“”‘’«„[,;:]+/u;
const after = /[\s>)"“”‘’»\]},;:.。]+$/u;

/** As browsers take it. */
const asciiLocal = /^[\w.!#$%&'*+/=?^`{|}~-]*$/;
/** Letters and signs of all scripts, as RFC 6531 allows them. */
const otherLocal = /^[\p{L}\p{N}\p{M}\p{S}·\u200C\u200D]*$/u;
const domainForm = /^(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * The one form in which an address is stored and compared: `Ada <mailto:Ada@Müller.DE>,` is `ada@xn--mller-kva.de`. Takes
 * what browsers and mail servers take, with what is left around an address when it is pasted. An address in this form is
 * its own form.
 *
 * @param text its reading takes time that grows with the square of its length, so bound it
 * @returns undefined when the text is not one address
 */
export function emailAddressOf(text: string): string | undefined {
  const address = bare(text);
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(0, at)).toLowerCase();
  const domain = domainOf(address.slice(at + 1));
  const isLocal =
    asciiLocal.test(local.replace(/[^\0-\x7F]/g, '')) && otherLocal.test(local.replace(/[\0-\x7F]/g, ''));
  if (domain === undefined || local === '' || !isLocal) return undefined;
  const form = `${local}@${domain}`;
  return form.length <= maxLength ? form : undefined;
}

/** Whether only mail servers with SMTPUTF8 take an address in its stored form: it has letters beyond ASCII before the @. */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\0-\x7F]/.test(address);
}

/** An address without what stands around it. */
function bare(text: string): string {
  const seen = text
    .replace(unseen, (character, at: number) => (isNeeded(text, at) ? character : ''))
    // Keyboards for Chinese and Japanese type wide signs.
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .normalize('NFC')
    .replace(/\s*@\s*/g, '@');
  const inBrackets = /<([^<>]*@[^<>]*)>[^<>]*$/.exec(seen)?.[1] ?? seen;
  const address = unwrapped(unwrapped(inBrackets).replace(/^mailto:/i, ''));
  // The link may name a subject. A domain has no question mark.
  return unwrapped(address.replace(/(@[^@?]+)\?.*$/, '$1'));
}

function unwrapped(text: string): string {
  return text
    .replace(before, '')
    .replace(after, '')
    .replace(/^'([^']*@[^']*)'$/, '$1');
}

/** Whether a joiner stands between letters of a script that is not Latin. */
function isNeeded(text: string, at: number): boolean {
  const isJoinable = (neighbour: string | undefined): boolean =>
    neighbour !== undefined && /[\p{L}\p{M}]/u.test(neighbour) && neighbour > '\u02FF';
  return joiners.test(text.charAt(at)) && isJoinable(text[at - 1]) && isJoinable(text[at + 1]);
}

/** The ASCII form of a domain; undefined when mail cannot be sent to it. */
function domainOf(text: string): string | undefined {
  const lower = text.toLowerCase();
  // The parser would read other signs as parts of an address.
  if (/[\0-,/:-@[-`{-\x7F]/.test(lower)) return undefined;
  try {
    const { hostname } = new URL(`http://${lower}`);
    return domainForm.test(hostname) ? hostname : undefined;
  } catch {
    // Earlier accounts may have a domain that is no right Punycode.
    return domainForm.test(lower) ? lower : undefined;
  }
}
