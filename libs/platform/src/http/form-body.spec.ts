import { AppError } from '@vault/base';
import { parseForm } from './form-body.ts';

const parse = (form: string) => parseForm(Buffer.from(form));

it.each<[form: string, values: Record<string, string>]>([
  ['', {}],
  ['token=a.b-c_d', { token: 'a.b-c_d' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['&a=1&&b=2&', { a: '1', b: '2' }],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['=1', { '': '1' }],
  ['a==1=', { a: '=1=' }],
  ['a+b=c+d%2B', { 'a b': 'c d+' }],
  ['%61=%C3%BC%26%3D', { a: 'ü&=' }],
  ['a=ü', { a: 'ü' }],
  ['a%5Bb%5D=1', { 'a[b]': '1' }],
])('reads %s', (form, values) => {
  expect(parse(form)).toEqual(values);
});

it('takes the name of a prototype as any other', () => {
  const values = parse('__proto__=1&constructor=2');
  expect(Object.entries(values)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});

const twice = 'A name is there twice.';
const wrongEscape = 'Its encoding is wrong.';

it.each<[what: string, body: Buffer, why: string]>([
  ['a name twice', Buffer.from('a=1&a=1'), twice],
  ['a name twice, once encoded', Buffer.from('a=1&%61=2'), twice],
  ['a cut escape', Buffer.from('a=%4'), wrongEscape],
  ['an escape that is none', Buffer.from('a=%zz'), wrongEscape],
  ['an escape in the name that is none', Buffer.from('%zz=1'), wrongEscape],
  ['escapes that are not UTF-8', Buffer.from('a=%FF'), wrongEscape],
  ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 'It is not UTF-8.'],
])('refuses %s', (_what, body, why) => {
  const cause = new Error(why);
  const error = new AppError('invalid-input', 'The request could not be read.', { cause });
  expect(() => parseForm(body)).toThrow(error);
});
