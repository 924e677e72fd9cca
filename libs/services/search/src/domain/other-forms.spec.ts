import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { makeVideo } from '../testing/make-video.ts';
import { strategiesOf } from './find-moments.ts';
import { otherForms } from './other-forms.ts';
import { makeSearchDocument } from './search-document.ts';

test.each([
  ['email', 'e-mail'],
  ['E-Mail', 'email'],
  ['e mail', 'e-mail'],
  ['web site', 'website'],
  ['website', 'web site'],
  ['follow-up call', 'followup call'],
  ['send a follow up', 'send a follow-up'],
  ['go to market', 'go-to-market'],
  ['GPT4', 'gpt-4'],
  ['COVID-19', 'covid 19'],
  ['10000', '10,000'],
  ['10000', '10 000'],
  ['10.000 visitors', '10000 visitors'],
  ['1,000,000', '1000000'],
  ['1’000’000', '1.000.000'],
  ['10 000', '10,000'],
])('%j is also written %j', (keyword, form) => expect(otherForms(keyword)).toContain(form));

test.each(['C++', '1.5', '999', '1,00', '価', 'x'.repeat(25)])('%j has no other form', (keyword) => {
  expect(otherForms(keyword)).toEqual([]);
});

test.each(['1', '1,000 ', 'a-', 'a '])(
  'a keyword of %j takes twice the time when it is twice as long',
  (unit) => {
    const prepare = (size: number) => unit.repeat(size / unit.length);
    expect(doublingRatio(20_000, prepare, otherForms)).toBeLessThan(linearRatio);
  },
);

test.each([
  ['email', 'Send an e-mail', 'form', ['e-mail']],
  ['E-Mail', 'Two emails came', 'form', ['email']],
  ['website', 'Our web site, a web-site', 'form', ['web-site', 'web site']],
  ['10000', 'With 10,000 visitors', 'form', ['10,000']],
  ['10.000 visitors', 'With 10 000 visitors', 'form', ['10 000 visitors']],
  ['email', 'Emails', 'exact', ['email']],
  ['10000', 'With 110,000 or 10,000.5 or 10,0001', undefined, []],
  ['apart', 'As a part', undefined, []],
  ['price', 'Every prop rice', undefined, []],
])('%j in %j is %j', (keyword, title, matching, terms) => {
  const document = makeSearchDocument(makeVideo('v', { title, chapters: [], lines: [] }));
  const found = strategiesOf(keyword).find(({ query }) => query.open(document)?.(0) !== undefined);
  expect([found?.matching, found?.terms ?? []]).toEqual([matching, terms]);
});
