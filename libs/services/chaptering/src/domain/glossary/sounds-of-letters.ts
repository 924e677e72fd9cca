/**
 * Sounds as one character each. Vowels: a (father), @ (cat), A (cut), o (law), W (now), Y (my), e (bed), R (bird), E (day),
 * i (bit), I (see), O (go), V (boy), u (book), U (too). Consonants: as their letters, and T D (thin, then), S Z (ship,
 * measure), C J (chin, gin), N (sing). Other characters are their own sounds.
 */
export type Sounds = string;

const ofArpabet: Readonly<Record<string, string>> = {
  ...{ AA: 'a', AE: '@', AH: 'A', AO: 'o', AW: 'W', AY: 'Y', EH: 'e', ER: 'R', EY: 'E', IH: 'i', IY: 'I' },
  ...{ OW: 'O', OY: 'V', UH: 'u', UW: 'U', B: 'b', CH: 'C', D: 'd', DH: 'D', F: 'f', G: 'g', HH: 'h' },
  ...{ JH: 'J', K: 'k', L: 'l', M: 'm', N: 'n', NG: 'N', P: 'p', R: 'r', S: 's', SH: 'S', T: 't', TH: 'T' },
  ...{ V: 'v', W: 'w', Y: 'y', Z: 'z', ZH: 'Z' },
};

/** @param sounds such as `K AE1 T` */
export function fromArpabet(sounds: string): Sounds {
  return sounds
    .split(' ')
    .map((sound) => ofArpabet[sound.replace(/\d$/, '')] ?? '')
    .join('');
}

/**
 * Letters and their sounds: `^` before letters or `$` after them means the begin or end of the word, `<` after them a
 * following e, i or y, and `~` a following vowel.
 */
type Rules = ReadonlyMap<string, Sounds>;

const rulesOf = (...lists: string[]): Rules =>
  new Map(
    lists
      .join(' ')
      .split(' ')
      .map((rule): [string, string] => {
        const at = rule.indexOf('=');
        return [rule.slice(0, at), rule.slice(at + 1)];
      }),
  );

const common = [
  'b=b c=k c<=s d=d f=f g=g h=h j=J k=k l=l m=m n=n p=p q=k r=r s=s t=t v=v w=w x=ks ^x=z y~=y z=z',
  'ch=C cht=kt chr=kr chl=kl ck=k sh=S th=T ph=f qu=kw gh=g ng=N ng$=N nk=Nk sch=S tch=C tsch=C cz=C sz=S zh=Z kh=k dh=d bh=b',
  'tz=ts ts=ts dz=dz dj=J ^kn=n ^wr=r ^ps=s ^gn=n ^mn=n wh=w rh=r sc<=s aa=a ee=I oo=U',
].join(' ');

/** How English reads letters. */
const english = rulesOf(
  common,
  'a=@ a$=A e=e e$= i=i i$=I o=a o$=O u=A u$=U y=i y$=I ^y=y ae=E ai=E ay=E au=o aw=o ea=I ei=Y eu=yU',
  'ew=U ey=E ey$=I eo=IO ia=IA ie=I io=IO iu=IU oa=O oe=O oi=V oy=V ou=W ow=O ua=wa ue=U ue$=U ui=U uo=wO',
  'er=R ir=R ur=R ar=ar or=or air=er ear=ir our=or mb$=m dg=J dge=J ge$=J gh~=g igh=Y ight=Yt ough=O augh=o',
  'g<=J tion=SAn sion=ZAn cious=SAs tious=SAs ture=CR que$=k le$=Al re$=R es$=z ed$=d cc<=ks',
);

/** How most other languages read them. */
const continental = rulesOf(
  common,
  'a=a e=e i=I o=O u=U y=I j=y w=v w$=v z=z g<=g ge$=gA e$=A ie=I ei=Y ai=Y ay=Y au=W eu=V oi=wa ou=U',
  'ae=e oe=R ue=U ch=C c<=s gli=lyI gn=ny nh=ny lh=ly ll=l th=t ts=ts qu=k sch=S rz=Z',
);

const german = rulesOf(
  common,
  'a=a e=e e$=A i=i o=O u=u y=U j=y w=v v=f z=ts c<=ts s~=z ch=h chs=ks ie=I ei=Y ai=Y ay=Y ey=Y au=W eu=V',
  'aeu=V ae=e oe=R ue=U oo=O ee=E th=t qu=kv ^sp=Sp ^st=St dt=t tz=ts er$=A ph=f ng=N sch=S tsch=C',
);

const longest = 5;

function read(word: string, rules: Rules, hasLongVowels: boolean): Sounds {
  let sounds = '';
  for (let at = 0; at < word.length;) {
    if (at > 0 && word[at] === word[at - 1] && !/[aeiou]/.test(word[at] ?? '')) {
      at += 1;
      continue;
    }
    const [letters, found] = ruleAt(word, at, rules);
    const isLong =
      hasLongVowels &&
      letters === 1 &&
      /^[aiou][bcdfgklmnprstvz]e$/.test(word.slice(at, at + 3)) &&
      at + 3 === word.length;
    sounds += isLong ? (longVowels[word[at] ?? ''] ?? found) : found;
    at += letters;
  }
  return sounds;
}

const longVowels: Readonly<Record<string, string>> = { a: 'E', i: 'Y', o: 'O', u: 'U' };

/** The longest rule at a place, and the number of its letters. */
function ruleAt(word: string, at: number, rules: Rules): [number, Sounds] {
  for (let count = Math.min(longest, word.length - at); count > 0; count -= 1) {
    const letters = word.slice(at, at + count);
    const next = word[at + count];
    const found =
      (at === 0 ? rules.get(`^${letters}`) : undefined) ??
      (next === undefined ? rules.get(`${letters}$`) : undefined) ??
      (next && 'eiy'.includes(next) ? rules.get(`${letters}<`) : undefined) ??
      (next && 'aeiouy'.includes(next) ? rules.get(`${letters}~`) : undefined) ??
      rules.get(letters);
    if (found !== undefined) return [count, found];
  }
  return [1, word[at] ?? ''];
}

/** How a word that is in no dictionary may be said. @param word folded, of letters @param language ISO 639-1 */
export function readLetters(word: string, language: string): Sounds {
  if (language === 'en') return read(word, english, true);
  return read(word, language === 'de' ? german : continental, false);
}

const lettersAloud: Readonly<Record<string, string>> = {
  ...{
    a: 'E',
    b: 'bI',
    c: 'sI',
    d: 'dI',
    e: 'I',
    f: 'ef',
    g: 'JI',
    h: 'EC',
    i: 'Y',
    j: 'JE',
    k: 'kE',
    l: 'el',
    m: 'em',
  },
  ...{
    n: 'en',
    o: 'O',
    p: 'pI',
    q: 'kyU',
    r: 'ar',
    s: 'es',
    t: 'tI',
    u: 'yU',
    v: 'vI',
    w: 'dAbAlyU',
    x: 'eks',
    y: 'wY',
    z: 'zI',
  },
};

/** How the letters of a word are said one by one. */
export function spellOut(letters: string): Sounds {
  return Array.from(letters.toLowerCase(), (letter) => lettersAloud[letter] ?? letter).join('');
}
