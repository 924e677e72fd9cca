/** The encodings in which programs save text, by their names in the Encoding Standard, likelier ones first. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'euc-jp',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'macintosh',
  'koi8-u',
  'iso-8859-2',
  'iso-8859-5',
  'x-mac-cyrillic',
  'ibm866',
  'iso-2022-jp',
] as const;

export type TextEncoding = (typeof textEncodings)[number];

export function isTextEncoding(name: string): name is TextEncoding {
  return (textEncodings as readonly string[]).includes(name);
}
