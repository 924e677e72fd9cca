import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { decodeFile, isTextEncoding, textEncodings } from './index.ts';

/** The bytes of a text in an encoding of single bytes, or of pairs. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number[]>();
  for (let high = 0x80; high < 0x100; high += 1) {
    codes.set(decoder.decode(Uint8Array.of(high)), [high]);
    for (let low = 0x40; low < 0xff; low += 1) {
      const pair = decoder.decode(Uint8Array.of(high, low));
      if (pair.length === 1 && !codes.has(pair)) codes.set(pair, [high, low]);
    }
  }
  return Uint8Array.from(
    Array.from(text).flatMap((char) => (char < '\x80' ? char.charCodeAt(0) : codes.get(char)!)),
  );
}
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    text.split('').flatMap((unit) => {
      const code = unit.charCodeAt(0);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
const srt = (text: string) => `1\r\n00:00:01,000 --> 00:00:04,000\r\n${text}\r\n`;

test.each([
  ['windows-1252', 'Zoë’s “naïve” price – 5 €'],
  ['windows-1252', 'Größe und Übermut führen wir ein'],
  ['windows-1252', 'café'],
  ['windows-1252', 'Mañana hablaremos con los señores, ¿verdad?'],
  ['windows-1250', 'Dziękuję bardzo, zaczynamy od źródeł'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['windows-1251', 'Добрый день, сегодня мы говорим о цене'],
  ['windows-1251', 'ДОБРЫЙ ДЕНЬ'],
  ['koi8-u', 'Добрый день, меня зовут Анна'],
  ['ibm866', 'Добрый день, меня зовут Анна'],
  ['windows-1253', 'Καλημέρα σας, σήμερα μιλάμε για την τιμή'],
  ['windows-1254', 'Merhaba, başlıyoruz. Teşekkür ederim'],
  ['windows-1255', 'בוקר טוב, היום נדבר על המחיר'],
  ['windows-1256', 'صباح الخير اليوم نتحدث عن السعر'],
  ['windows-874', 'สวัสดีครับ วันนี้เราจะพูดถึงราคา'],
  ['macintosh', 'René’s café für señor'],
  ['macintosh', 'C’est très bien, où êtes-vous ? À bientôt'],
  ['shift_jis', 'こんにちは'],
  ['shift_jis', '今日は価格について話します'],
  ['euc-jp', '今日は価格について話します'],
  ['gb18030', '大家好，今天我们来谈谈价格问题'],
  ['big5', '大家好，今天我們來談談價格問題'],
  ['euc-kr', '안녕하세요, 오늘은 가격에 대해 이야기합니다'],
])('captions in %s are read: %s', (encoding, text) => {
  const read = decodeFile(encode(srt(text), encoding));
  expect(read).toMatchObject({ text: srt(text), encoding, isCertain: false });
  expect(new Set([encoding, ...read.others])).toHaveProperty('size', 3);
});

test.each([
  ['UTF-8', new TextEncoder().encode(srt('Zoë’s price')), 'utf-8'],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${srt('Zoë’s price')}`), 'utf-8'],
  ['UTF-16, low byte first', utf16(`\ufeff${srt('Zoë’s price')}`, false), 'utf-16le'],
  ['UTF-16, high byte first', utf16(`\ufeff${srt('Zoë’s price')}`, true), 'utf-16be'],
  ['UTF-16 without a mark', utf16(srt('Zoë’s price'), false), 'utf-16le'],
  ['UTF-16 without a mark, high byte first', utf16(srt('Zoë’s price'), true), 'utf-16be'],
])('%s is certain', (_, bytes, encoding) => {
  expect(decodeFile(bytes)).toEqual({ text: srt('Zoë’s price'), encoding, isCertain: true, others: [] });
});

test('escapes of Japanese mails are read', () => {
  const bytes = Uint8Array.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42]);
  expect(decodeFile(bytes)).toMatchObject({ text: 'あ', encoding: 'iso-2022-jp' });
});

test('a damaged character costs no other one', () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode(srt('Größe und Übermut, café')), 0xc3]);
  expect(decodeFile(bytes)).toMatchObject({
    text: `${srt('Größe und Übermut, café')}\ufffd`,
    encoding: 'utf-8',
  });
});

test('another encoding can be chosen, and the one that was found is among the others', () => {
  const bytes = encode(srt('Добрый день'), 'windows-1251');
  const read = decodeFile(bytes, 'koi8-u');
  expect(read).toMatchObject({ encoding: 'koi8-u', isCertain: false });
  expect(read.others[0]).toBe('windows-1251');
});

test('property: any bytes are text of a known encoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { text, encoding, others } = decodeFile(bytes);
      expect(text).toBe(new TextDecoder(encoding).decode(bytes));
      expect([encoding, ...others].every(isTextEncoding)).toBe(true);
      expect(others.length).toBeLessThan(3);
      expect(others).not.toContain(encoding);
    }),
  );
  expect(isTextEncoding('latin1')).toBe(false);
  expect(textEncodings.every((encoding) => new TextDecoder(encoding).encoding !== '')).toBe(true);
});

test('twice as many bytes take about twice the work', () => {
  const units = [[0x41, 0xe9], [0xe9], [0x82, 0xa0], [0x1b], [0x1b, 0x24], [0x0a], [0, 0x41, 0xff], [0x93]];
  const prepare = (size: number) =>
    units.map((unit) => Uint8Array.from({ length: size }, (_, at) => unit[at % unit.length]!));
  const work = (files: readonly Uint8Array[]) => files.map((bytes) => decodeFile(bytes));
  expect(doublingRatio(200_000, prepare, work)).toBeLessThan(linearRatio);
});
