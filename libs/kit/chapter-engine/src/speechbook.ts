/** What the engine must know of a language to tell what can be printed from what was only talk. */
export interface Speechbook {
  /** Sounds of a speaker who looks for words, or takes some back. */
  readonly noises: ReadonlySet<string>;
  /** Words, and pairs of words, of somebody who talks and does not write. */
  readonly chatter: ReadonlySet<string>;
  /** Words that lead over to a sentence: it is whole without them. */
  readonly openers: ReadonlySet<string>;
  /** A sentence opening with one of these needs another part behind a comma. */
  readonly conditions: ReadonlySet<string>;
  /** What opens with one of these is no main part. */
  readonly goingOn: ReadonlySet<string>;
  /** A noun must follow these, at once or after its adjectives. */
  readonly determiners: ReadonlySet<string>;
  /** Who or what does something; never an object. */
  readonly subjects: ReadonlySet<string>;
  /** A subject and its verb in one word. */
  readonly contractions: ReadonlySet<string>;
  /** Nobody pauses behind these who goes on as they began. */
  readonly halting: ReadonlySet<string>;
  /** Verbs that stand before their subject when somebody asks. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Words that open a question. */
  readonly askingWords: ReadonlySet<string>;
  /** Phrases of those who ask, also where no mark says so. */
  readonly asking: ReadonlySet<string>;
  /** A sentence that ends with one of these was not ended. */
  readonly tails: ReadonlySet<string>;
  /** What speakers hang on to a sentence that is over. */
  readonly tags: ReadonlySet<string>;
  /** Auxiliaries that no finite verb follows. */
  readonly modals: ReadonlySet<string>;
  /** Finite verbs that never follow one of `modals`. */
  readonly pasts: ReadonlySet<string>;
  /** Verbs that are finite by their form, where nothing before them says otherwise. */
  readonly finites: ReadonlySet<string>;
  /** Verbs with which an order begins. */
  readonly orders: ReadonlySet<string>;
  /** Words that are only ever a subject. */
  readonly nominatives: ReadonlySet<string>;
  /** Words that may be one, too. */
  readonly otherSubjects: ReadonlySet<string>;
  /** Words that make a part of a sentence hang on another. */
  readonly subordinators: ReadonlySet<string>;
  /** Behind these the words of others follow: "I think that's". */
  readonly reporting: ReadonlySet<string>;
  /** Those that never have a thing behind them: "I think it is". */
  readonly thinking: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** A verb has these behind it, not a noun. */
  readonly particles: ReadonlySet<string>;
  /** Words of time, place and manner that open a sentence and have a comma behind them. */
  readonly adverbials: ReadonlySet<string>;
  /** "Like" behind these compares, or says that somebody is fond of something. */
  readonly beforeLike: ReadonlySet<string>;
  /** More words that have a capital only where a sentence begins. */
  readonly crossing: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const none: ReadonlySet<string> = new Set();

export const ENGLISH_SPEECH: Speechbook = {
  noises: words('um uh uhm umm hmm hm er erm ah huh eh sorry dunno wait'),
  chatter: new Set([
    ...[
      'gonna',
      'wanna',
      'kinda',
      'sorta',
      'gotta',
      'yeah',
      'yep',
      'okay',
      'ok',
      'literally',
      'basically',
      'cause',
    ],
    ...[
      'episode',
      'cohost',
      'co-host',
      'podcast',
      'thanks',
      'thank',
      'welcome',
      'appreciate',
      'guys',
      'whatever',
      'dude',
      'stuff',
    ],
    ...[
      "don't know",
      'you guys',
      'this week',
      'next up',
      'i guess',
      'or something',
      'is because',
      'was because',
      'well it',
      'well i',
      'well we',
      'well they',
      'or whatever',
      'and everything',
      'or anything',
    ],
  ]),
  openers: words(
    'and but so well yeah yes okay ok right um uh uhm hmm oh also now actually basically anyway exactly sure cool plus like cause because ans alright yep then',
  ),
  conditions: words('if when whenever although though because while since unless once as until whether'),
  goingOn: words(
    'because which and or but that where like so since although who whose than to with was were just whereas',
  ),
  determiners: words('the a an my your our their every another'),
  subjects: words(
    "i we they he she i'm we're they're you're it's that's there's he's she's i've we've they've i'd we'd i'll we'll they'll is was were",
  ),
  contractions: words("i'm we're they're you're it's that's there's he's she's i've we've they've"),
  halting: words('i we they he and but or because if whether than as'),
  auxiliaries: words(
    'is are was were am do does did can could will would should may might must has have had be been',
  ),
  askingWords: words('what why how when where who which whose'),
  asking: new Set([
    ...[
      'tell us',
      'tell me',
      'tell our',
      'walk us',
      'walk me',
      'talk to us',
      'let me ask',
      'can you',
      'could you',
    ],
    ...['would you', 'do you', 'did you', 'have you', 'are you', 'were you', 'what about', 'how about'],
    ...['your thoughts', 'your take', 'your opinion', 'curious', 'wondering', 'my question', 'next question'],
    ...['first question', 'last question', 'a question', 'love to hear', 'love to know', 'like to ask'],
    ...[
      'more question',
      'more questions',
      'another question',
      'want to ask',
      'wanted to ask',
      'going to ask',
      "i'll ask",
      'you mentioned',
      'you said',
      'you talked',
    ],
    ...['you were saying', 'are there any', 'is there any', 'is there a', "why don't"],
  ]),
  tails: words(
    'and but or so because of to with that which if on at from by into for i we they he she is are was were am very really whole just like what when than',
  ),
  tags: words('right yeah okay ok know mean guess whatever stuff though'),
  modals: words('can could will would should may might must have has had'),
  pasts: words('did does do was were is are am'),
  finites: words(
    'is are was were am do does did can could will would should may might must has have had ' +
      'makes made gets got goes went takes took comes came uses gives gave says said thinks thought knows knew sees saw finds found looks seems means needs wants works keeps kept lets puts runs ran becomes became builds built writes wrote starts begins began helps happens believes feels felt tends depends allows provides requires shows tells told tries calls creates sends sent returns stores turns grows grew loses lost pays paid buys bought sells sold holds held lives moves reads leaves left brings brought asks stands stood spends spent costs matters exists contains includes supports offers connects causes saves opens stops belongs lies remains breaks broke won ' +
      'need want make get take come give think know see find seem mean feel keep become believe tend exist happen',
  ),
  orders: words(
    'make take give find keep use try think ask start stop test check write read leave avoid remember',
  ),
  nominatives: words('i we they he she nobody everybody everyone someone somebody'),
  otherSubjects: words('you it that there here this what who which'),
  subordinators: words(
    'because if when whenever while although though unless until whether which who whose whom where how what why whoever whatever whichever wherever',
  ),
  reporting: words('think thought know knew guess say said mean believe hope suppose feel felt'),
  thinking: words('think guess hope suppose'),
  prepositions: words(
    'in on at for by with from to after before during within without under over through between as since until despite instead about into across per of',
  ),
  particles: words('out up off down away'),
  adverbials: words(
    'today yesterday tomorrow now then here there first second third once twice again also yet still maybe perhaps sometimes often however therefore otherwise nevertheless meanwhile nowadays thus instead overall last next this every one because by unlike plus please',
  ),
  beforeLike: words(
    "look looks looked looking feel feels felt feeling sound sounds sounded seem seems seemed would i'd we'd you'd they'd he'd she'd something things anything nothing someone much act acts behave behaves work works taste smell smells i we you they don't didn't doesn't not",
  ),
  crossing: words("you you've you're you'll to let's here then not at for from with in"),
};

/** Nothing is assumed of how people talk in other languages. */
export const UNKNOWN_SPEECH: Speechbook = {
  noises: none,
  chatter: none,
  openers: none,
  conditions: none,
  goingOn: none,
  determiners: none,
  subjects: none,
  contractions: none,
  halting: none,
  auxiliaries: none,
  askingWords: none,
  asking: none,
  tails: none,
  tags: none,
  modals: none,
  pasts: none,
  finites: none,
  orders: none,
  nominatives: none,
  otherSubjects: none,
  subordinators: none,
  reporting: none,
  thinking: none,
  prepositions: none,
  particles: none,
  adverbials: none,
  beforeLike: none,
  crossing: none,
};

export const GERMAN_SPEECH: Speechbook = {
  ...UNKNOWN_SPEECH,
  noises: words('äh ähm öh hm hmm ah'),
  chatter: words('naja tja gell ne halt quasi sozusagen irgendwie genau okay ok'),
  openers: words('und aber also ja nein nee genau okay ok gut so naja tja halt äh ähm hm'),
  conditions: words('wenn weil obwohl während nachdem bevor sobald falls als'),
  goingOn: words('weil und oder aber dass sodass damit sondern denn'),
  subjects: words('ich wir er sie es ihr man'),
  halting: words('ich wir und aber oder ein eine im am zum zur'),
  auxiliaries: words(
    'ist sind war waren bin hat haben hatte hatten kann können könnte könnten will wollen wird werden würde würden soll sollen sollte darf dürfen muss müssen',
  ),
  askingWords: words('was warum wieso weshalb wie wann wo wer wen wem welche welcher welches'),
  asking: new Set([
    ...[
      'meine frage',
      'nächste frage',
      'erste frage',
      'letzte frage',
      'eine frage',
      'können sie',
      'könnten sie',
    ],
    ...[
      'würden sie',
      'haben sie',
      'sind sie',
      'kannst du',
      'hast du',
      'bist du',
      'was sagen sie',
      'erzählen sie',
    ],
    ...['erzähl uns', 'erzähl mal', 'mich interessiert', 'mich würde'],
  ]),
  tails: words('und aber oder weil der die das ein eine zu mit dass äh ähm so'),
  tags: words('ja genau okay ok'),
};
