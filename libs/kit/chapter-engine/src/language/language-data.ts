import {
  englishSpeech,
  germanSpeech,
  unknownSpeech,
  type SpokenLanguageRules,
} from './spoken-language-rules.ts';
import { partWords } from './plain-title.ts';
import { englishTitles, germanTitles, otherTitles, type TitleRules } from './title-rules.ts';

/** Word lists of a language besides stop words, and the words that the engine adds to titles and summaries. */
export interface LanguageData extends SpokenLanguageRules, TitleRules {
  /** These start another noun phrase: the word before them does not modify a noun. */
  readonly beforeNounOnly: ReadonlySet<string>;
  /** A sentence that starts with one of these continues the one before. */
  readonly connectives: ReadonlySet<string>;
  /** A sentence that starts with one of these refers to something it does not name. */
  readonly references: ReadonlySet<string>;
  /** A sentence that starts with one of these, or an article before it, continues a list or a comparison. */
  readonly listOpeners: ReadonlySet<string>;
  /** Inside a sentence, these may refer to something it does not name. */
  readonly backReferences: ReadonlySet<string>;
  /** Filler words. */
  readonly fillers: ReadonlySet<string>;
  /** Fillers of two words. */
  readonly asides: ReadonlySet<string>;
  /** Words of statements that claim, contrast or conclude. */
  readonly claimWords: ReadonlySet<string>;
  /** Words, or pairs of words, that ask for an amount. */
  readonly amountQuestions: ReadonlySet<string>;
  /** Number words, and words that imply an amount. */
  readonly numbers: ReadonlySet<string>;
  /** Words with which speakers introduce a new topic. */
  readonly transitions: ReadonlySet<string>;
  /** Words that answer, or react to what another speaker said. */
  readonly reactions: ReadonlySet<string>;
  /** Words that ask for a text and do not name its topic: "find good quotes". */
  readonly instructions: ReadonlySet<string>;
  /** Words of greetings and introductions. */
  readonly greetings: ReadonlySet<string>;
  /** Words of farewells. */
  readonly farewells: ReadonlySet<string>;
  /** Words followed by a full stop that does not end a sentence. */
  readonly abbreviations: ReadonlySet<string>;
  readonly introduction: string;
  readonly closing: string;
  /** Starts the title of a chapter without a good phrase. */
  readonly part: string;
  /** The summary of a chapter in which nothing is said. */
  readonly silence: string;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const none = words('');

const english: LanguageData = {
  ...englishSpeech,
  ...englishTitles,
  beforeNounOnly: words(
    'the a an my your our their its his her it them us me him this these those one two three four five every each some any no all many more',
  ),
  connectives: words(
    'and but so because or then also well yeah yes no okay ok right like exactly sure actually basically anyway which plus um uh oh hmm cool now',
  ),
  references: words("it this that these those they he she it's that's they're he's she's there its them"),
  listOpeners: words('other another latter former second third next such even either both'),
  backReferences: words("it they this these those it's that's them he she they're"),
  fillers: words('um uh uhm hmm er yeah like okay basically actually kinda sorta gonna literally'),
  asides: new Set(['you know', 'i mean', 'sort of', 'kind of', 'all right']),
  claimWords: words(
    'never always most best worst only first instead rather because but however cannot must should every nobody everyone important key problem reason biggest truth why without more than percent million billion',
  ),
  amountQuestions: new Set([
    'how many',
    'how much',
    'how long',
    'how often',
    'how far',
    'how big',
    'how old',
    'how fast',
  ]),
  numbers: words(
    'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter double percent dozen',
  ),
  transitions: words("so okay ok alright right now next let let's finally first second third another moving"),
  reactions: words(
    'yeah yes yep right exactly definitely absolutely sure okay wow nice cool great awesome amazing perfect interesting fascinating excellent wonderful love',
  ),
  instructions: words(
    'best better good great nice funny interesting memorable surprising quote quotes quotation quotations sentence sentences passage passages statement statements something anything everything please give show find pick choose select want prefer concentrate focus mention mentions mentioned say says said tell tells talk talks talked discuss discussed explain explains explained speaker speakers',
  ),
  greetings: words('welcome hello hi hey introduce introduction intro name joined joining guest today'),
  farewells: words('thank thanks bye goodbye conclude conclusion wrap listening watching cheers'),
  abbreviations: words('mr mrs ms dr prof st vs etc e.g i.e eg ie no inc ltd approx fig'),
  introduction: 'Introduction',
  closing: 'Closing',
  part: partWords.en,
  silence: 'Nothing is said in this part.',
};

const german: LanguageData = {
  ...germanSpeech,
  ...germanTitles,
  beforeNounOnly: none,
  connectives: words(
    'und aber also weil oder dann denn doch ja nein nee genau okay ok gut so naja tja halt eben sondern deshalb deswegen dadurch damit dabei nun jetzt ähm äh hm welche was sprich',
  ),
  references: words(
    'es das dies dieser diese dieses er sie die der den dem davon daran darauf dazu dafür da dort ihm ihr',
  ),
  listOpeners: words('andere anderer anderes weitere weiterer zweite dritte nächste solche beide auch'),
  backReferences: words('es dies dieser diese dieses davon daran darauf dazu dafür'),
  fillers: words('äh ähm öh hm halt quasi sozusagen irgendwie also ja genau mal eben'),
  asides: new Set(['sag mal', 'weißt du', 'wissen sie', 'sagen wir']),
  claimWords: words(
    'nie niemals immer nur erste wichtigste wichtig wichtiger entscheidend entscheidende statt sondern weil aber jedoch dagegen muss müssen jeder niemand grund problem ohne mehr weniger als prozent millionen milliarden größte beste warum',
  ),
  amountQuestions: new Set([
    'wie viel',
    'wie viele',
    'wie lange',
    'wie oft',
    'wie weit',
    'wie groß',
    'wie alt',
    'wie schnell',
    'wieviel',
    'wieviele',
  ]),
  numbers: words(
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert zweihundert tausend zweitausend million millionen milliarden halb halbe hälfte drittel viertel doppelt prozent dutzend',
  ),
  transitions: words(
    'so okay ok gut nun jetzt kommen schauen dann zuerst zunächst erstens zweitens drittens schließlich als nächstes weiter',
  ),
  reactions: words(
    'ja genau stimmt richtig klar okay super toll klasse prima perfekt schön spannend interessant wunderbar wahnsinn',
  ),
  instructions: words(
    'beste besten bester bestes gute guten gutes lustige lustiges interessante interessantes zitat zitate zitaten satz sätze sätzen aussage aussagen etwas bitte gib gebe zeig zeige finde such suche wähle nimm sagt sagte sagten gesagt sage spricht sprach gesprochen erzählt erzählte redet erwähnt erklärt erkläre sprecher sprecherin',
  ),
  greetings: words('willkommen hallo herzlich begrüße begrüßen guten vorstellen name heute moin servus'),
  farewells: words(
    'danke dank tschüss wiedersehen wiederhören fazit zusammenfassung schluss zuhören zuschauen',
  ),
  abbreviations: words('z.b d.h u.a z.t bzw ca dr prof hr fr st usw etc nr evtl ggf inkl vgl bspw mio mrd'),
  introduction: 'Einführung',
  closing: 'Abschluss',
  part: partWords.de,
  silence: 'In diesem Teil wird nichts gesagt.',
};

/** For other languages: no rules; the words that the engine adds are English. */
const otherLanguages: LanguageData = {
  ...english,
  ...unknownSpeech,
  ...otherTitles,
  beforeNounOnly: none,
  connectives: none,
  references: none,
  listOpeners: none,
  backReferences: none,
  fillers: none,
  asides: none,
  claimWords: none,
  amountQuestions: none,
  numbers: none,
  transitions: none,
  reactions: none,
  instructions: none,
  greetings: none,
  farewells: none,
};

/** Whether a language has word lists; in others, chapters, titles and quotes are found by statistics alone. */
export const hasLanguageData = (language: string): boolean => languageData(language) !== otherLanguages;

/**
 * The data of a language.
 *
 * @param language ISO 639-1 or `und`
 */
export const languageData = (language: string): LanguageData =>
  language === 'en' ? english : language === 'de' ? german : otherLanguages;
