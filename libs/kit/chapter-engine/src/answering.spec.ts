import fc from 'fast-check';
import type { Cue } from './transcript/cue.ts';
import { answerFrom } from './single-parts.ts';
import { anyCues, findRecording, foldText, readFixture } from './testing/recordings.ts';

const recordings = [...readFixture('own-talks.jsonl'), ...readFixture('bitcointranscripts.jsonl')];
const part = (id: string, from: number, to: number): Cue[] =>
  findRecording(recordings, id).cues.filter(({ start }) => start >= from && start < to);
const said = (cues: readonly Cue[]): string => foldText(cues.map(({ text }) => text).join(' '));
const sentencesOf = (answer: string): string[] => answer.split(/(?<=[.?!]) /u);

describe(answerFrom, () => {
  it.each<[string, number, number, string, RegExp]>([
    ['three-topics', 0, 120, 'What do worker bees do?', /collect nectar and carry pollen/],
    [
      'three-topics',
      0,
      38,
      'How do solar panels make electricity?',
      /^Solar panels turn sunlight into electricity\./,
    ],
    ['garden', 0, 300, 'Wie viel Kompost braucht man?', /Drei Liter Kompost auf einen Quadratmeter/],
    ['garden', 0, 300, 'Was sagt sie über den Wasserverbrauch?', /spart ein Garten die Hälfte des Wassers/],
    [
      'btc-dd3ed6c6',
      90,
      483,
      'What is the difference between testnet and regtest?',
      /no difficulty adjustment/,
    ],
    ['btc-dd3ed6c6', 90, 483, 'Why was testnet reset?', /people are really punished/],
    ['btc-dd3ed6c6', 483, 699, 'What is signet?', /^Signet is signed/],
    ['btc-22e683f0', 131, 1020, 'How long is a Tor address?', /a Tor address is only 10 bytes/],
    ['btc-d3e718b3', 466, 950, 'What happens when the secret is revealed?', /claim the funds from Alice/],
  ])('answers with relevant sentences: %s %i-%i, %s', (id, from, to, question, pattern) => {
    const cues = part(id, from, to);
    const answer = answerFrom(cues, question);
    expect(answer).toMatch(pattern);
    expect(sentencesOf(answer).length).toBeLessThanOrEqual(4);
    for (const sentence of sentencesOf(answer)) expect(said(cues)).toContain(foldText(sentence));
  });

  it('returns the sentences in spoken order', () => {
    const cues = part('garden', 0, 300);
    const offsets = sentencesOf(answerFrom(cues, 'Regenwurm')).map((each) =>
      said(cues).indexOf(foldText(each)),
    );
    expect(offsets.length).toBeGreaterThan(2);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  });

  it.each([
    '',
    '   ',
    'Please summarise this for me!',
    'What about maintenance and cost?',
    'Was kostet die Wartung?',
  ])('summarises the cues when nothing is relevant to the question: %j', (question) => {
    const cues = part('three-topics', 0, 38);
    const answer = answerFrom(cues, question);
    expect(answer).toBe(answerFrom(cues, ''));
    expect(sentencesOf(answer).length).toBeGreaterThan(1);
    for (const sentence of sentencesOf(answer)) expect(said(cues)).toContain(foldText(sentence));
  });

  it('does not answer with a question', () => {
    const texts = [
      'And what about the price of the solar roof?',
      'It is nine thousand, all in.',
      'The weather is fine.',
    ];
    const cues = texts.map((text, i) => ({ start: 4 * i, end: 4 * i + 4, text }));
    expect(answerFrom(cues, 'What is the price?')).toBe('It is nine thousand, all in.');
  });

  it('property: keeps the maximum length and is never empty', () => {
    const check = (cues: readonly Cue[], question: string, maxLength: number): void => {
      const answer = answerFrom(cues, question, { maxLength });
      expect(answer.length).toBeLessThanOrEqual(maxLength);
      expect(answer.trim().length).toBeGreaterThan(0);
      expect(answerFrom(structuredClone(cues), question, { maxLength })).toBe(answer);
    };
    const questions = fc.oneof(fc.string(), fc.constantFrom('water', 'What of the bee?', 'Das Licht', '7?'));
    fc.assert(fc.property(anyCues, questions, fc.integer({ min: 40, max: 1_000 }), check), { numRuns: 300 });
    for (const { cues } of recordings)
      check(cues, 'What is the most important thing about Bitcoin nodes?', 1_000);
    expect(answerFrom([], 'What is it?')).toBe('Nothing is said in this part.');
  });

  it('answers from captions without punctuation', () => {
    const texts = [
      'and so the bees carry the pollen',
      'to the hive and there it is kept',
      'then we go on to the roof',
    ];
    const cues = texts.map((text, i) => ({ start: 9 * i, end: 9 * i + 4, text }));
    expect(answerFrom(cues, 'Where is the pollen kept?')).toContain('the bees carry the pollen');
  });
});
