import { mailAddress, mailName, mailTitle } from './mail-words.ts';

it('names are greeted, and other text is not', () => {
  for (const name of ['Ada', 'Zoë', 'Anne-Marie', "D'Arcy", 'J. R.', 'María del Carmen', '李', 'न्दी'])
    expect(mailName(name)).toBe(name);
  for (const text of [
    'You won 1000 EUR: https://evil.example/claim',
    'evil.example',
    'www.evil',
    'ada@evil',
    'Ada\nhttps:',
    '<b>Ada</b>',
    'You have won a prize today',
    'A'.repeat(41),
    '',
  ])
    expect([text, mailName(text)]).toEqual([text, '']);
});

it('addresses are written unless a mail program could make a link to a page of them', () => {
  for (const address of ["ann.o'lee+x@acme.com", 'a-1_b@xn--mller-kva.de', 'zoë@acme.com'])
    expect(mailAddress(address)).toBe(address);
  for (const address of [
    'www.evil.example/claim@acme.com',
    'evil.example/claim@acme.com',
    'www.evil.example@acme.com',
    'evil.example?claim=1@acme.com',
    'evil.example#claim@acme.com',
    `${'a'.repeat(65)}@acme.com`,
    '',
  ])
    expect([address, mailAddress(address)]).toEqual([address, '']);
});

it('titles are named unless a mail program could make a link of them', () => {
  for (const title of [
    'Q3: what is next?',
    'Prices & <b>plans</b>',
    'Part 1. The start',
    'Müller & Söhne 50 % off!',
  ])
    expect(mailTitle(title)).toBe(title);
  for (const title of [
    'see evil.example',
    'https://evil/claim',
    'call tel:123',
    'ada@evil',
    'at evil。com',
    'at evil．com',
    'x'.repeat(121),
  ])
    expect([title, mailTitle(title)]).toEqual([title, '']);
});
