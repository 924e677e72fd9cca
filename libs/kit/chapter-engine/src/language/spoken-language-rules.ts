import { englishHousekeeping, germanHousekeeping } from './housekeeping.ts';
/** Word lists and patterns of a spoken language, to distinguish quotable statements from informal speech. */
export interface SpokenLanguageRules {
  /** Sounds and words of hesitation and self-correction. */
  readonly hesitations: ReadonlySet<string>;
  /** Words and pairs of words of informal speech. */
  readonly colloquialisms: ReadonlySet<string>;
  /** Words that can be removed from the start of a sentence. */
  readonly openers: ReadonlySet<string>;
  /** A sentence that starts with one of these needs another clause after a comma. */
  readonly conditionWords: ReadonlySet<string>;
  /** A clause that starts with one of these is no main clause. */
  readonly continuations: ReadonlySet<string>;
  /** A noun must follow these, at once or after its adjectives. */
  readonly determiners: ReadonlySet<string>;
  /** Subjects, never objects. */
  readonly subjects: ReadonlySet<string>;
  /** A subject and its verb in one word. */
  readonly contractions: ReadonlySet<string>;
  /** A comma after one of these shows that the speaker restarted. */
  readonly noPauseAfter: ReadonlySet<string>;
  /** Verbs that come before their subject in questions. */
  readonly auxiliaries: ReadonlySet<string>;
  /** Words that start a question. */
  readonly questionWords: ReadonlySet<string>;
  /** Phrases of questions, also without a question mark. */
  readonly questionPhrases: RegExp;
  /** Announcements and words about the event itself. */
  readonly housekeeping: RegExp;
  /** A sentence that ends with one of these is unfinished. */
  readonly unfinishedEndings: ReadonlySet<string>;
  /** Words that speakers add after a finished sentence. */
  readonly tagWords: ReadonlySet<string>;
  /** Auxiliaries that are never followed by a finite verb. */
  readonly modals: ReadonlySet<string>;
  /** Finite verbs that never follow one of `modals`. */
  readonly pastVerbs: ReadonlySet<string>;
  /** Verbs with a finite form, unless the word before shows otherwise. */
  readonly finiteVerbs: ReadonlySet<string>;
  /** Verbs that start an imperative. */
  readonly imperatives: ReadonlySet<string>;
  /** Words that are always subjects. */
  readonly nominatives: ReadonlySet<string>;
  /** Words that may be subjects. */
  readonly otherSubjects: ReadonlySet<string>;
  /** Words that start a dependent clause. */
  readonly subordinators: ReadonlySet<string>;
  /** Verbs that are followed by reported speech or thought: "I think that's". */
  readonly reportingVerbs: ReadonlySet<string>;
  /** Reporting verbs without an object: "I think it is". */
  readonly opinionVerbs: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** These follow a verb, not a noun. */
  readonly particles: ReadonlySet<string>;
  /** Words of time, place and manner that start a sentence and are followed by a comma. */
  readonly adverbials: ReadonlySet<string>;
  /** After these, "like" is a comparison or a verb, not a filler. */
  readonly beforeLike: ReadonlySet<string>;
  /** More words that are capitalised only at the start of a sentence. */
  readonly lowercaseInside: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const none: ReadonlySet<string> = new Set();

/** Matches any of the phrases, as whole words separated by single spaces; nothing without a phrase. */
const anyOf = (phrases: readonly string[]): RegExp =>
  phrases.length === 0 ? /(?!)/u : new RegExp(`(?<!\\S)(?:${phrases.join('|')})(?!\\S)`, 'u');

export const englishSpeech: SpokenLanguageRules = {
  hesitations: words('um uh uhm umm hmm hm er erm ah huh eh sorry dunno wait'),
  colloquialisms: new Set([
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
  conditionWords: words('if when whenever although though because while since unless once as until whether'),
  continuations: words(
    'because which and or but that where like so since although who whose than to with was were just whereas except',
  ),
  determiners: words('the a an my your our their every another'),
  subjects: words(
    "i we they he she i'm we're they're you're it's that's there's he's she's i've we've they've i'd we'd i'll we'll they'll is was were",
  ),
  contractions: words("i'm we're they're you're it's that's there's he's she's i've we've they've"),
  noPauseAfter: words('i we they he and but or because if whether than as'),
  auxiliaries: words(
    'is are was were am do does did can could will would should may might must has have had be been',
  ),
  questionWords: words('what why how when where who which whose'),
  housekeeping: englishHousekeeping,
  questionPhrases: anyOf([
    'tell us',
    'tell me',
    'tell our',
    'walk us',
    'walk me',
    'talk to us',
    'let me ask',
    'can you',
    'could you',
    'would you',
    'do you',
    'did you',
    'have you',
    'are you',
    'were you',
    'what about',
    'how about',
    'your thoughts',
    'your take',
    'your opinion',
    'curious',
    'wondering',
    'my question',
    'next question',
    'first question',
    'last question',
    'a question',
    'love to hear',
    'love to know',
    'like to ask',
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
    'you were saying',
    'are there any',
    'is there any',
    'is there a',
    "why don't",
  ]),
  unfinishedEndings: words(
    'and but or so because of to with that which if on at from by into for i we they he she is are was were am very really whole just like what when than',
  ),
  tagWords: words('right yeah okay ok know mean guess whatever stuff though'),
  modals: words('can could will would should may might must have has had'),
  pastVerbs: words('did does do was were is are am'),
  finiteVerbs: words(
    'is are was were am do does did can could will would should may might must has have had ' +
      'makes made gets got goes went takes took comes came uses gives gave says said thinks thought knows knew sees saw finds found looks seems means needs wants works keeps kept lets puts runs ran becomes became builds built writes wrote starts begins began helps happens believes feels felt tends depends allows provides requires shows tells told tries calls creates sends sent returns stores turns grows grew loses lost pays paid buys bought sells sold holds held lives moves reads leaves left brings brought asks stands stood spends spent costs matters exists contains includes supports offers connects causes saves opens stops belongs lies remains breaks broke won ' +
      'need want make get take come give think know see find seem mean feel keep become believe tend exist happen',
  ),
  imperatives: words(
    'make take give find keep use try think ask start stop test check write read leave avoid remember',
  ),
  nominatives: words('i we they he she nobody everybody everyone someone somebody'),
  otherSubjects: words('you it that there here this what who which'),
  subordinators: words(
    'because if when whenever while although though unless until whether which who whose whom where how what why whoever whatever whichever wherever',
  ),
  reportingVerbs: words('think thought know knew guess say said mean believe hope suppose feel felt'),
  opinionVerbs: words('think guess hope suppose'),
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
  lowercaseInside: words("you you've you're you'll to let's here then not at for from with in"),
};

/** For other languages: no rules. */
export const unknownSpeech: SpokenLanguageRules = {
  hesitations: none,
  colloquialisms: none,
  openers: none,
  conditionWords: none,
  continuations: none,
  determiners: none,
  subjects: none,
  contractions: none,
  noPauseAfter: none,
  auxiliaries: none,
  questionWords: none,
  questionPhrases: anyOf([]),
  housekeeping: /(?!)/u,
  unfinishedEndings: none,
  tagWords: none,
  modals: none,
  pastVerbs: none,
  finiteVerbs: none,
  imperatives: none,
  nominatives: none,
  otherSubjects: none,
  subordinators: none,
  reportingVerbs: none,
  opinionVerbs: none,
  prepositions: none,
  particles: none,
  adverbials: none,
  beforeLike: none,
  lowercaseInside: none,
};

export const germanSpeech: SpokenLanguageRules = {
  ...unknownSpeech,
  hesitations: words('äh ähm öh hm hmm ah'),
  colloquialisms: words('naja tja gell ne halt quasi sozusagen irgendwie genau okay ok'),
  openers: words('und aber also ja nein nee genau okay ok gut so naja tja halt äh ähm hm'),
  conditionWords: words('wenn weil obwohl während nachdem bevor sobald falls als'),
  continuations: words('weil und oder aber dass sodass damit sondern denn'),
  subjects: words('ich wir er sie es ihr man'),
  noPauseAfter: words('ich wir und aber oder ein eine im am zum zur'),
  auxiliaries: words(
    'ist sind war waren bin hat haben hatte hatten kann können könnte könnten will wollen wird werden würde würden soll sollen sollte darf dürfen muss müssen',
  ),
  questionWords: words('was warum wieso weshalb wie wann wo wer wen wem welche welcher welches'),
  housekeeping: germanHousekeeping,
  questionPhrases: anyOf([
    'meine frage',
    'nächste frage',
    'erste frage',
    'letzte frage',
    'eine frage',
    'können sie',
    'könnten sie',
    'würden sie',
    'haben sie',
    'sind sie',
    'kannst du',
    'hast du',
    'bist du',
    'was sagen sie',
    'erzählen sie',
    'erzähl uns',
    'erzähl mal',
    'mich interessiert',
    'mich würde',
  ]),
  unfinishedEndings: words('und aber oder weil der die das ein eine zu mit dass äh ähm so'),
  tagWords: words('ja genau okay ok'),
};
