import { AppError } from '@vault/base';
import { removeRuns, type Keyboard } from './remove-runs.ts';

const productName = 'webinarvault';
/** A common word, or a run of keys, with at most this many characters around it is guessed as quickly as alone. */
const maxExtraCharacters = 4;
/** Too many words begin with shorter names. */
const minNameLength = 3;

/**
 * Refuses a new password that is easily guessed from the owner's data or from public lists.
 * @throws {AppError} `invalid-input` with advice for the user
 */
export async function assertUnguessable(password: string, email: string): Promise<void> {
  const advice = await adviceOn(password, email);
  if (advice !== undefined) throw new AppError('invalid-input', advice);
}

/** The advice for a password that is easily guessed; undefined for other passwords. */
export async function adviceOn(password: string, email: string): Promise<string | undefined> {
  const typed = password
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, '');
  if (typed === '') return 'Please choose a password that does not consist of spaces.';
  if (isBuiltOn(typed, namesOf(email.toLowerCase())))
    return 'Please choose a password that is more than your e-mail address.';
  if (isBuiltOn(typed, [productName]))
    return 'Please choose a password that is more than the name of this product.';
  if (await isCommon(typed))
    return 'Please choose another password: this one is easily guessed. Four unrelated words make a good password.';
  return undefined;
}

/** The address, its local part, and the local part up to a `+`. */
function namesOf(email: string): string[] {
  const [local = ''] = email.split('@');
  const [name = ''] = local.split('+');
  return [email, local, name].map(lettersAndDigits).filter((each) => each.length >= minNameLength);
}

function isBuiltOn(typed: string, names: readonly string[]): boolean {
  const plain = lettersAndDigits(typed);
  return names.some(
    (name) =>
      (plain.startsWith(name) || plain.endsWith(name)) && plain.length - name.length <= maxExtraCharacters,
  );
}

interface Guesses {
  readonly words: ReadonlySet<string>;
  readonly keyboards: readonly Keyboard[];
}

let loading: Promise<Guesses> | undefined;

/** Loaded only when a password is set for the first time: the list takes 0.1 s to load, and 17 MB. */
async function loadGuesses(): Promise<Guesses> {
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  return { words: new Set(dictionary['passwords-common']), keyboards: Object.values(adjacencyGraphs) };
}

async function isCommon(typed: string): Promise<boolean> {
  const { words, keyboards } = await (loading ??= loadGuesses());
  const repeated = /^(.+?)\1+$/u.exec(typed)?.[1] ?? typed;
  const word = repeated.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isWord = [repeated, lettersAndDigits(repeated), word].some(
    (each) => words.has(each) && repeated.length - each.length <= maxExtraCharacters,
  );
  return isWord || removeRuns(repeated, keyboards).length <= maxExtraCharacters;
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
