import { operationKinds } from '@vault/contracts';
import fc from 'fast-check';
import { answerLimits, countedAnswer, maxTokens, tokensOf, tokensSent } from './token-estimate.ts';

it('is the characters divided by 4, rounded', () => {
  expect([0, 1, 2, 5, 6, 4_000].map(tokensOf)).toEqual([0, 0, 1, 1, 2, 1_000]);
  expect(tokensSent({ system: 'x'.repeat(9), user: 'y' })).toBe(3);
});

it('property: the cost is never higher than the reservation', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(
      ...[fc.constantFrom(...operationKinds), text, text, text, fc.integer({ min: 0, max: 3_000 })],
      (kind, system, user, piece, times) => {
        const answer = countedAnswer(kind, piece.repeat(times));
        expect(answer.length).toBeLessThanOrEqual(answerLimits[kind]);
        const spent = tokensSent({ system, user }) + tokensOf(answer.length);
        expect(spent).toBeLessThanOrEqual(maxTokens(kind, { system, user }));
      },
    ),
  );
});

it.each([
  ['<img src=x onerror=alert(1)>Own\u202Eed\u200B', 'Owned'],
  ['{"answer":"\\u003Cscript>alert(1)\\u003c/script>Own\\u202eed"}', '{"answer":"alert(1)Owned"}'],
  ['{"quotes":["[go](javascript:alert(1)) on"]}', '{"quotes":["go on"]}'],
  ['first\r\nsecond\n\n\n\nthird', 'first\nsecond\n\nthird'],
])('stores the answer %j as plain text', (answer, stored) => {
  expect(countedAnswer('search', answer)).toBe(stored);
});
