import type { Cue } from '../cues/cue.ts';
import { readSpeakers } from './speaker-label.ts';

const cuesOf = (texts: readonly string[]): Cue[] =>
  texts.map((text, at) => ({ start: at, end: at + 1, text }));
/** The first lines of a recording. */
const early = ['a', 'b', 'c', 'd', 'e', 'f'];
/** `speaker|text` of each caption. */
const read = (...texts: readonly string[]) =>
  readSpeakers(cuesOf(texts)).map(({ speaker = '', text }) => `${speaker}|${text}`);

describe('readSpeakers', () => {
  test.each([
    [
      'numbers in brackets',
      ['[speaker_0] Hello.', '[SPEAKER 1]: Hi.'],
      ['Speaker 0|Hello.', 'Speaker 1|Hi.'],
    ],
    ['capitals', ['ANNA: Hello.', 'and more'], ['ANNA|Hello.', '|and more']],
    ['several words', ['Anna Smith: Hello.'], ['Anna Smith|Hello.']],
    ['particles and points', ['Dr. Ludwig van Beethoven: Hello.'], ['Dr. Ludwig van Beethoven|Hello.']],
    ['other scripts', ['ИВАН: Привет.', 'Élodie Ó’Néill: Salut.'], ['ИВАН|Привет.', 'Élodie Ó’Néill|Salut.']],
    ['roles', ['Speaker 1: Hello.', 'Speaker 2: Hi.'], ['Speaker 1|Hello.', 'Speaker 2|Hi.']],
    [
      'a first name that comes back, and who answers it',
      ['Anna: Hello.', 'Bob: Hi.', 'Anna: So.'],
      ['Anna|Hello.', 'Bob|Hi.', 'Anna|So.'],
    ],
    ['the next line of text', ['ANNA:\nHello\nthere.'], ['ANNA|Hello\nthere.']],
    [
      'a late name that comes back',
      [...early, 'Carl Jones: Yes.', 'Carl Jones: No.'],
      [...early.map((text) => `|${text}`), 'Carl Jones|Yes.', 'Carl Jones|No.'],
    ],
    [
      'names in lower case that take turns',
      ['maria garcia: Hello.', 'tom: Hi.', 'maria garcia: So.', 'and more', 'tom: Yes.'],
      ['maria garcia|Hello.', 'tom|Hi.', 'maria garcia|So.', '|and more', 'tom|Yes.'],
    ],
    [
      'pronouns, firms, last names first',
      [
        ...[
          'Anna Smith (she/her): a',
          'Bo Lee | Acme: b',
          "O'Neill, Tom: c",
          'bo@acme.com: d',
          'Li [Acme]: e',
        ],
        ...['Anna Smith (she/her): f', 'Bo Lee | Acme: g'],
      ],
      [
        ...['Anna Smith (she/her)|a', 'Bo Lee | Acme|b', "O'Neill, Tom|c", 'bo@acme.com|d', 'Li [Acme]|e'],
        ...['Anna Smith (she/her)|f', 'Bo Lee | Acme|g'],
      ],
    ],
    [
      'scripts without capitals, colons of full width',
      ['山田：こんにちは', '田中 : はい', '山田：では', '田中：ええ', 'דנה: שלום', 'דנה: כן'],
      ['山田|こんにちは', '田中|はい', '山田|では', '田中|ええ', 'דנה|שלום', 'דנה|כן'],
    ],
    [
      'names in brackets',
      ['[anna]: Hello.', '(bo): Hi.', '[anna]: So.', '(bo): Yes.'],
      ['anna|Hello.', 'bo|Hi.', 'anna|So.', 'bo|Yes.'],
    ],
    [
      'marks of turns',
      ['>> ANNA: Hello.', '>> BO: Hi.', '>> Yes.', '- ANNA: So.'],
      ['ANNA|Hello.', 'BO|Hi.', '|Yes.', 'ANNA|So.'],
    ],
    [
      'one name on all captions',
      ['tom: Hello.', 'tom: We begin.', 'tom: So.'],
      ['tom|Hello.', 'tom|We begin.', 'tom|So.'],
    ],
  ])('reads %s', (_, texts, expected) => expect(read(...texts)).toEqual(expected));

  test.each([
    ['ordinary words', ['Note: this.', 'Question: what?', 'Question: why?', 'NOTE: this.', 'The Plan: go.']],
    [
      'times and addresses',
      ['12:30 we start.', 'At 10:30 we go.', 'HTTPS://example.com', 'Anna Smith:30 left'],
    ],
    ['topics', [...early, 'Pricing: nine dollars.', 'Pricing: ten dollars.']],
    ['a first name once', ['Anna: Hello.', 'Hello.']],
    ['a late name once', [...early, 'Carl Jones: Yes.']],
    ['long names', ['Anna Maria Sophie Helen Smith: Hello.', 'Anna Maria Sophie Helen Smith: Hi.']],
    ['names in a sentence', ['I asked Anna Smith: why?', 'anna: hello.', 'anna: hello.']],
    ['names without words', ['ANNA:', 'Anna Smith: ', '[speaker_0]']],
    [
      'words that come back in a few captions',
      ['so: one', 'price: nine', 'price: ten', 'cost: one', 'cost: two', ...early],
    ],
    ['words that come back alone', ['pricing: nine', 'pricing: ten', 'and more', 'and more']],
    ['turns without names', ['>> Hello.', '>> Hi.']],
    ['sounds', ['[Music]', '[Applause] Thanks.']],
    ['several people', ['ANNA: Hello.\nBOB: Hi.']],
  ])('keeps %s', (_, texts) => expect(read(...texts)).toEqual(texts.map((text) => `|${text}`)));

  test('captions in which several people speak stay as they are', () => {
    expect(read('ANNA: Hello.', 'BOB: Hi.', '- Really?\nBOB: Yes.', 'ANNA: Yes.\n[speaker_2] No.')).toEqual([
      'ANNA|Hello.',
      'BOB|Hi.',
      '|- Really?\nBOB: Yes.',
      '|ANNA: Yes.\n[speaker_2] No.',
    ]);
  });

  test('a voice of the file stays', () => {
    const [cue] = cuesOf(['ANNA: Hello.']);
    expect(readSpeakers([{ ...cue!, speaker: 'Bob' }])).toEqual([{ ...cue, speaker: 'Bob' }]);
  });
});
