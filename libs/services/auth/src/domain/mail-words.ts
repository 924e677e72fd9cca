/**
 * Anybody can register with anybody's address, so mails carry only names and titles that cannot be used to write to
 * others: they are short, and no mail program makes a link of them.
 */
const word = "\\p{L}[\\p{L}\\p{M}'’-]*\\.?";
/** Up to four words, such as `Anne-Marie` or `J. R.`. */
const nameForm = new RegExp(`^${word}(?: ${word}){0,3}$`, 'u');
const maxNameLength = 40;
const maxTitleLength = 120;
const maxNoteLength = 280;
/** An address of a page or a person, such as `vault.example`, `https:` or `ada@vault`. */
const addressForm = /[\p{L}\p{N}]\.[\p{L}\p{N}]|\p{L}:\S|@|\/\/|www\./iu;

/** A name for a mail; empty when it does not look like one. */
export function mailName(name: string): string {
  return name.length <= maxNameLength && nameForm.test(name) ? name : '';
}

/** A note to somebody who may not know the sender; empty when it may contain an address, or is long. */
export function mailNote(note: string): string {
  const line = note.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxNoteLength && !hasAddress(line) ? line : '';
}

/** An e-mail address for a mail; empty when a mail program could make a link to a page of it, such as of `www.a.b/c@d.e`. */
export function mailAddress(address: string): string {
  return plainAddress.test(address) ? address : '';
}

/** A title for a mail; empty when it may contain an address, or is long. */
export function mailTitle(title: string): string {
  return title.length <= maxTitleLength && !hasAddress(title) ? title : '';
}

/** The part before the @ may have signs that are a path in the eyes of a mail program. */
const plainAddress = /^(?!www\.)[\p{L}\p{M}\p{N}._+'-]{1,64}@[a-z0-9.-]+$/u;

/** Browsers take the dots of other scripts for dots too. */
function hasAddress(text: string): boolean {
  return addressForm.test(text.normalize('NFKC').replaceAll(/[\u3002\uFF0E\uFF61]/g, '.'));
}
