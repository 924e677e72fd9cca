/** The names of languages that Whisper and its servers tell, by their codes; some have several. */
const namesByCode: Readonly<Record<string, string>> = {
  ...{ af: 'afrikaans', am: 'amharic', ar: 'arabic', as: 'assamese', az: 'azerbaijani', ba: 'bashkir' },
  ...{ be: 'belarusian', bg: 'bulgarian', bn: 'bengali,bangla', bo: 'tibetan', br: 'breton', bs: 'bosnian' },
  ...{ ca: 'catalan,valencian', cs: 'czech', cy: 'welsh', da: 'danish', de: 'german', el: 'greek' },
  ...{ en: 'english', es: 'spanish,castilian', et: 'estonian', eu: 'basque', fa: 'persian,farsi' },
  ...{ fi: 'finnish', fo: 'faroese', fr: 'french', ga: 'irish', gl: 'galician', gu: 'gujarati', ha: 'hausa' },
  ...{ haw: 'hawaiian', he: 'hebrew', hi: 'hindi', hr: 'croatian', ht: 'haitian creole,haitian' },
  ...{ hu: 'hungarian', hy: 'armenian', id: 'indonesian', is: 'icelandic', it: 'italian', ja: 'japanese' },
  ...{ jv: 'javanese', ka: 'georgian', kk: 'kazakh', km: 'khmer,cambodian', kn: 'kannada', ko: 'korean' },
  ...{ ku: 'kurdish', ky: 'kyrgyz,kirghiz', la: 'latin', lb: 'luxembourgish,letzeburgesch', ln: 'lingala' },
  ...{ lo: 'lao', lt: 'lithuanian', lv: 'latvian', mg: 'malagasy', mi: 'maori', mk: 'macedonian' },
  ...{ ml: 'malayalam', mn: 'mongolian', mr: 'marathi', ms: 'malay', mt: 'maltese', my: 'myanmar,burmese' },
  ...{ ne: 'nepali', nl: 'dutch,flemish', nn: 'nynorsk,norwegian nynorsk' },
  ...{ no: 'norwegian,bokmal,bokmål,norwegian bokmål', oc: 'occitan', pa: 'punjabi,panjabi', pl: 'polish' },
  ...{ ps: 'pashto,pushto', pt: 'portuguese', ro: 'romanian,moldavian,moldovan', ru: 'russian' },
  ...{ sa: 'sanskrit', sd: 'sindhi', si: 'sinhala,sinhalese', sk: 'slovak', sl: 'slovenian,slovene' },
  ...{ sn: 'shona', so: 'somali', sq: 'albanian', sr: 'serbian', su: 'sundanese', sv: 'swedish' },
  ...{ sw: 'swahili', ta: 'tamil', te: 'telugu', tg: 'tajik', th: 'thai', tk: 'turkmen' },
  ...{ tl: 'tagalog,filipino', tr: 'turkish', tt: 'tatar', ug: 'uyghur,uighur', uk: 'ukrainian', ur: 'urdu' },
  ...{ uz: 'uzbek', vi: 'vietnamese', xh: 'xhosa', yi: 'yiddish', yo: 'yoruba', yue: 'cantonese' },
  ...{ zh: 'chinese,mandarin', zu: 'zulu' },
};

const codesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(namesByCode).flatMap(([code, names]) =>
    names.split(',').map((name): [string, string] => [name, code]),
  ),
);

/** Codes that the standard replaces by one that Whisper does not know. */
const knownAs: Readonly<Record<string, string>> = { fil: 'tl', nb: 'no' };
/** What Whisper calls a language by another code than everybody else. */
const sentAs: Readonly<Record<string, string>> = { jv: 'jw' };
const noLanguages = ['und', 'mul', 'mis', 'zxx'];

/**
 * The BCP 47 tag of a language as servers tell it: `de`, `german`, `deu`, `de-AT`, `LANG_DE`, `<|de|>`; undefined for anything
 * else. Old codes become today's: `iw` is `he`.
 */
export function languageTagOf(language: string | null | undefined): string | undefined {
  const told = (language ?? '').slice(0, 100).trim().toLowerCase();
  const [name = ''] = told.split(/\s*[;,(]/);
  const ofName = codesByName.get(name);
  if (ofName !== undefined) return ofName;
  const [code = ''] = told
    .replace(/^lang[-_]/, '')
    .replace(/[<|>]/g, '')
    .split(/[-_]/);
  return /^[a-z]{2,3}$/.test(code) ? ofCode(code) : undefined;
}

function ofCode(code: string): string | undefined {
  if (noLanguages.includes(code)) return undefined;
  // Today's code for an old one, or one of three letters.
  const tag = new Intl.Locale(code).language;
  const known = knownAs[tag] ?? tag;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(known) === undefined ? undefined : known;
}

/** The code by which servers are told a language. @param tag BCP 47 */
export function sentLanguageOf(tag: string): string {
  const code = languageTagOf(tag) ?? tag.split('-')[0] ?? tag;
  return sentAs[code] ?? code;
}
