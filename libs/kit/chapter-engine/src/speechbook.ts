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
      'get like',
      'are like',
      'was like',
      'is like',
      'in like',
      'or like',
      'for like',
      'all like',
      'that like',
    ],
    ...[
      'and like',
      'with like',
      'be like',
      'to like',
      'of like',
      'but like',
      'have like',
      'a like',
      'the like',
    ],
    ...[
      "it's like",
      'were like',
      "i'm like",
      'you like',
      'been like',
      'so like',
      'like a',
      'like the',
      'like you',
    ],
    ...[
      'like i',
      'like it',
      'as like',
      'like on',
      'like in',
      'like for',
      'like we',
      'like an',
      'like if',
      'because like',
      "don't know",
      'you guys',
      'this week',
      'next up',
    ],
  ]),
  openers: words(
    'and but so well yeah yes okay ok right um uh uhm hmm oh also now actually basically anyway exactly sure cool plus like cause because ans alright yep then',
  ),
  conditions: words('if when whenever although though because while since unless once as until whether'),
  goingOn: words(
    'because which and or but that where like so since although who whose than to with was were just whereas',
  ),
  determiners: words('the a an my your our their every'),
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
    'and but or so because the a an of to with that which if right yeah okay ok um uh like know mean guess whatever stuff on at from by into',
  ),
};

export const GERMAN_SPEECH: Speechbook = {
  noises: words('äh ähm öh hm hmm ah'),
  chatter: words('naja tja gell ne halt quasi sozusagen irgendwie genau okay ok'),
  openers: words('und aber also ja nein nee genau okay ok gut so naja tja halt äh ähm hm'),
  conditions: words('wenn weil obwohl während nachdem bevor sobald falls als'),
  goingOn: words('weil und oder aber dass sodass damit sondern denn'),
  determiners: none,
  subjects: words('ich wir er sie es ihr man'),
  contractions: none,
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
  tails: words('und aber oder weil der die das ein eine zu mit dass ja genau okay ok äh ähm so'),
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
};
