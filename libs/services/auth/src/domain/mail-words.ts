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

/** A title for a mail; empty when it may contain an address, or is long. */
export function mailTitle(title: string): string {
  return title.length <= maxTitleLength && !hasAddress(title) ? title : '';
}

/** Browsers take the dots of other scripts for dots too. */
function hasAddress(text: string): boolean {
  return addressForm.test(text.normalize('NFKC').replaceAll(/[\u3002\uFF0E\uFF61]/g, '.'));
}
