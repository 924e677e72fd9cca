/** @jest-environment node */
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { replacedText } from './replaced-text.ts';

/** @param text with the places in brackets */
function replaced(text: string, replacement: string, isSentenceBefore = true) {
  const places: { from: number; to: number }[] = [];
  const plain = text.replaceAll(/\[(.*?)\]/g, (_, words: string, at: number) => {
    const from = at - 2 * places.length;
    places.push({ from, to: from + words.length });
    return words;
  });
  return replacedText(plain, places, { replacement, isSentenceBefore });
}

test.each([
  ['[Pricing] is a lever. We love [pricing].', 'cost', 'Cost is a lever. We love cost.'],
  ['We love it. [Pricing]? “[Pricing]”', 'cost', 'We love it. Cost? “Cost”'],
  ['we love [Pricing]', 'cost', 'we love cost'],
  ['[Phone] and more', 'iPhone', 'iPhone and more'],
  ['[Über] uns', 'äußerst', 'Äußerst uns'],
  ['[pricing] is', 'cost', 'cost is'],
])('%j with %j reads %j', (text, replacement, expected) => {
  expect(replaced(text, replacement)).toBe(expected);
});

test('a capital in the middle of a sentence is the one of the replaced word', () => {
  expect(replaced('[Pricing] is', 'cost', false)).toBe('cost is');
});

test.each([
  ['So, [um], we begin', 'So, we begin'],
  ['Well [um]. Yes', 'Well. Yes'],
  ['So [um], we', 'So, we'],
  ['So, [um] we', 'So, we'],
  ['So, [um], [um], we', 'So, we'],
  ['[Um], we begin', 'We begin'],
  ['[Um], [um], we begin', 'We begin'],
  ['Yes. [Um]. No', 'Yes. No'],
  ['What? [Um], yes', 'What? Yes'],
  ['we go, [um].', 'we go.'],
  ['we go – [um] – on', 'we go – on'],
  ['that [um]? Yes', 'that? Yes'],
  ['[Um]...', ''],
  ['价格，[嗯]，很好', '价格，很好'],
  ['价格[嗯]。', '价格。'],
  ['costs [about] .5', 'costs .5'],
  ['[um]', ''],
  ['the [cat] (b)', 'the (b)'],
])('%j without words reads %j', (text, expected) => expect(replaced(text, '')).toBe(expected));

test.each(['a, ', 'a ', 'a. '])('twice as many places of %j take twice the time', (unit) => {
  const prepare = (count: number) => ({
    text: unit.repeat(count),
    places: Array.from({ length: count }, (_, at) => ({ from: at * unit.length, to: at * unit.length + 1 })),
  });
  const run = ({ text, places }: ReturnType<typeof prepare>) =>
    replacedText(text, places, { replacement: '', isSentenceBefore: true });
  expect(doublingRatio(3_000, prepare, run)).toBeLessThan(linearRatio);
});
