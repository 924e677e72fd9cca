import { readSpeakers } from './speaker-label.ts';

const cuesOf = (texts: readonly string[]) => texts.map((text, at) => ({ start: at, end: at + 1, text }));
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
  ])('reads %s', (_, texts, expected) => {
    expect(read(...texts)).toEqual(expected);
  });

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
    ['sounds', ['[Music]', '[Applause] Thanks.']],
    ['several people', ['ANNA: Hello.\nBOB: Hi.']],
  ])('keeps %s', (_, texts) => {
    expect(read(...texts)).toEqual(texts.map((text) => `|${text}`));
  });

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
