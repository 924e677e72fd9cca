/** A letter that is written with others of its kind only. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
];
const edges = /^[\p{P}\p{Sc}]+|[\p{P}\p{Sc}]+$/gu;
/** What people type before, after and between words. */
const typed = new Set('“”„‘’‚«»‹›–—…•·€£¿¡°。、，：；？！「」『』（）《》・～￥');
const faults = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
/** Letters that only end words, within one; and one that begins none. */
const misplaced = /[ςךםןףץìòù](?=\p{L})|^[ğð]/iu;
/** Latin without a letter of ASCII. */
const onlyAccents = /^(?:(?![a-z])[\p{Script=Latin}]){3,}$/iu;
const apostrophe = /(?<=\p{L})[’'](?=\p{L})/gu;
/** The letters and characters that make half of a text, by script. */
const frequent = new Set(
  'еаоинтсрлвкмдпуязбіїыьйг' +
    'æøåéèàáäöüßçñãêóíâîôúõìòùïëû' +
    'οιαετσνηυρπκλμςάέίόήύώ' +
    'יוהלאמרתבשםנד' +
    'ايلمنرتوبةعدسفهكقأحج' +
    'ากนรอเงมยลวดทส้ั่ี' +
    '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从今谈价格问题' +
    '這為來個們說國時對會後裡過發無麼經當與學進種還見沒從談價問題' +
    '話本語私彼何今思言' +
    '이다는의에을가하고로지한기도를은사서나시어자리대아있해인그안녕세요오늘격야합니습제정상우니만',
);
/** The same of languages with fewer speakers. */
const lessFrequent = new Set('ąęłśżćńźčřšžýůěťďňőűășțşğıāēīūļķņģėųį');
const accent = /(?![\0-\x7f])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const kana = /[\u3040-\u30ff]/u;
const rare = /[\uff61-\uff9f\uf900-\ufaff\u3400-\u4dbf\u2500-\u25ff\u{20000}-\u{3ffff}]/u;
const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/u;

/**
 * How well a reading of bytes looks like what people write: the mean of its characters that are not ASCII, from about -3 to 2.
 * A wrong reading has signs in words, capitals inside, scripts mixed or rare characters.
 * @param text few words suffice
 * @param bytes that are not ASCII, of which it was read
 */
export function plausibility(text: string, bytes: number): number {
  let score = 0;
  for (const word of text.split(/[\s\p{Nd}]+/u)) if (/[^\0-\x7f]/.test(word)) score += scoreOf(word);
  return score / Math.max(1, bytes);
}

function scoreOf(word: string): number {
  const core = word.replace(edges, '');
  let score = 0;
  for (const char of word.slice(0, word.indexOf(core)) + word.slice(word.indexOf(core) + core.length))
    score += char <= '\x7f' ? 0 : typed.has(char) ? 1 : -1;
  const plain = core.replace(apostrophe, () => {
    score += 1;
    return 'ʼ';
  });
  for (const char of plain) score += valueOf(char);
  const used = scripts.filter((script) => script.test(core)).length;
  const hasWide = wide.test(core);
  const isMixed = used > 1 || (used === 1 && hasWide && accent.test(core));
  if (isMixed) score -= 2;
  for (const pair of core.match(/\p{Ll}\p{Lu}/gu) ?? []) if (/[^\0-\x7f]/.test(pair)) score -= 2;
  if (misplaced.test(core)) score -= 2;
  if (onlyAccents.test(core)) score -= 2 * core.length;
  if (/^\p{M}/u.test(core)) score -= 2;
  // Words in capitals are rarer.
  if (/^\p{Lu}{2,}$/u.test(core)) score -= 0.1 * core.length;
  return score;
}

function valueOf(char: string): number {
  if (char <= '\x7f' || char === 'ʼ') return 0;
  if (faults.test(char)) return -3;
  if (rare.test(char)) return -1;
  // It was read of two bytes or more.
  const count = wide.test(char) ? 2 : 1;
  if (kana.test(char) || frequent.has(char.toLowerCase())) return count;
  if (lessFrequent.has(char.toLowerCase())) return 0.85;
  if (/[\p{L}\p{M}]/u.test(char)) return 0.4 * count;
  return typed.has(char) && wide.test(char) ? count : typed.has(char) ? 0 : -1;
}
