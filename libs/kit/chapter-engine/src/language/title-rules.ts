/** A kind of chapter that has the same title in every recording. */
export interface CommonChapter {
  readonly title: string;
  /** Said at the start of such a chapter. */
  readonly cue: RegExp;
  /** The part of the recording in which it starts, as shares of the duration. */
  readonly within: readonly [number, number];
  /** A longer chapter has another topic too. */
  readonly maxSeconds: number;
}

/** Word lists and patterns of a language for titles. */
export interface TitleRules {
  /** A noun phrase tends to follow these. */
  readonly beforeNoun: ReadonlySet<string>;
  /** A verb tends to follow these. */
  readonly beforeVerb: ReadonlySet<string>;
  /** Adjectives and adverbs that say little, and words about the event: in no title phrase. */
  readonly vague: ReadonlySet<string>;
  /** Verbs: in no title phrase, unless a recording uses them as nouns. */
  readonly verbs: ReadonlySet<string>;
  /** Stop words that are nouns: allowed in a title phrase. */
  readonly commonNouns: ReadonlySet<string>;
  /** Stop words that are adjectives: allowed in a title phrase before a noun. */
  readonly commonModifiers: ReadonlySet<string>;
  /** Endings of adjectives. */
  readonly modifierEnding: RegExp;
  /** Whether an adjective has the form of the nominative after a word: "ein neues Projekt", not "im neuen Projekt". */
  readonly isNominative: (before: string, adjective: string) => boolean;
  /** Kinds of words that start a phrase only after an article or preposition. */
  readonly determinedKinds: ReadonlySet<string>;
  /** Prepositions inside a title phrase. */
  readonly phraseLinks: ReadonlySet<string>;
  /** Articles allowed after `phraseLinks`. */
  readonly phraseArticles: ReadonlySet<string>;
  /** Words that join two names. */
  readonly conjunctions: ReadonlySet<string>;
  /** Nouns of amount before another noun: "a couple of". */
  readonly quantityNouns: ReadonlySet<string>;
  /** Nouns before a clause: "the reason miners signal". */
  readonly clauseNouns: ReadonlySet<string>;
  /** Nouns that do not name a topic alone. */
  readonly genericNouns: ReadonlySet<string>;
  /** A topic follows: "let's talk about", "the next question is". */
  readonly announcements: RegExp;
  /** The topic of what follows: "let's move on to". */
  readonly introductions: RegExp;
  /** What is asked for follows: "what is". */
  readonly topicQuestions: RegExp;
  /** A name follows: "called". */
  readonly namings: RegExp;
  /** The name of a speaker follows. */
  readonly selfNamings: ReadonlySet<string>;
  /** Words that start a question which can be a title. */
  readonly titleQuestions: ReadonlySet<string>;
  /** Words that point outside a question. */
  readonly questionReferences: ReadonlySet<string>;
  /** Words of an introduction, besides `greetings`. */
  readonly openings: ReadonlySet<string>;
  /** Phrases of a closing, besides `farewells`. */
  readonly closings: RegExp;
  /** The first that fits is taken. */
  readonly commonChapters: readonly CommonChapter[];
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const none: ReadonlySet<string> = new Set();
const never = /(?!)/gu;

export const englishTitles: TitleRules = {
  beforeNoun: words(
    "the a an this these of in on with for about from your our my their its his her every each no some any another that's",
  ),
  beforeVerb: words(
    "i you we they he she to can could will would should may might must gonna don't doesn't didn't can't won't not let's i'll we'll you'll i'd you'd who just also please never always",
  ),
  verbs: words(
    'deal consist achieve accept adapt affect afford aim announce approve arrive assist attach attempt attend attract behave cancel understand write wrote written feel felt stay stayed solve learn speak spoke spoken talk tell told happen happened become remember forget forgot heard hear listen imagine explain decide choose chose chosen agree disagree allow avoid bring brought carry catch caught confirm create depend dive eat enjoy enter exist expect fall fell fix fly forbid grab grow grew grown handle hang hit hold held hope hurt improve include install introduce invent join keep laugh lead leave let lie live lose lost maintain manage matter meet mention miss mix notice pay pick play pretend prevent produce prove pull push put react read realize receive recommend reduce refer rely remove replace require reset resolve respond reveal sell send sent share shift sit sleep spend spent spread steal stick struggle submit succeed suck suffer suppose survive swap switch teach taught tend throw touch translate trust understood update upgrade verify visit wait walk watch wear win won wonder worry build built buy bought break broke broken cut dig drop drive draw drawn encourage ensure fail figure fill focus gather generate guess hire implement interact invest kill love merge occur operate own participate perform prefer protect publish quit raise ran reach reply respect rewrite ride run save scale serve set shut sign sound stand start stop store support surprise think try turn wrap adopt add adjust appear apply argue assume attack bet blow call care check claim click collect combine compare compete compile complain concern connect consider contain continue contribute convert convince copy cover debug define delete deliver deploy describe deserve design destroy detect determine develop discover discuss edit eliminate enable evolve examine execute expand explore export expose express extend extract find follow force get give go help identify ignore import increase inspire integrate intend interpret investigate lock look make match measure move need offer optimize organize paste persist post predict prepare present print process promise propose provide query question recognize record recover refactor release render repeat report represent request restart return review search seem select separate ship show sort split stream structure suggest sync tackle target test tie track train transform tweak use validate wanna want',
  ),
  vague: words(
    'alright ok okay favorite familiar speaking talking common actual current typical basic real primary entire whole particular specific several various multiple certain similar obvious huge tiny simple normal single main quick slow brief bad good nice faster earlier later sooner easier harder cheaper easy hard wrong fun ready interesting exciting fine weird crazy tricky funny hypothetical additional existing previous usual episode podcast webinar sponsor sponsors guest guests listener listeners viewer viewers',
  ),
  commonNouns: words(
    'area areas cases change changes computer data date detail effect face facts group groups homepage index information interest interests keys line members mill net numbers order page pages part parts point points problem problems research results rooms section side sites site state states system systems test tests text value web website websites work works world microsoft ring top room presentation',
  ),
  commonModifiers: words(
    'open full free early long high low old big small large best young new public personal end',
  ),
  modifierEnding: /(?:ous|ful|[ai]ble|less|ical|ional|ial|ual|ary|ive|ic|al|(?<!m)ent|ant|ish)$/u,
  isNominative: () => true,
  determinedKinds: words('participle'),
  phraseLinks: words('of for in to with vs versus'),
  phraseArticles: words('the a an'),
  conjunctions: words('and'),
  quantityNouns: words(
    'bunch couple lot lots kind kinds sort sorts part parts piece pieces number majority type types set amount bit ton tons rest point points half most version form nuances context heart shape notion sense terms',
  ),
  clauseNouns: words('reason reasons way ways thing things'),
  genericNouns: words(
    'people person thing things way ways stuff question questions answer idea ideas point points sort kind part parts example examples problem problems time times year years day days today week weeks month months minute minutes name names number numbers word words place case cases moment reason reasons side end start rest couple bunch folks story level area sense project process change product user users team industry business company companies platform technology life maximum minimum favorite benefits terms participants participant item items pace topic topics session sessions',
  ),
  announcements:
    /\b(?:(?:talk|talking|speak|speaking|chat|hear|learn|know|ask|curious|wondering|thoughts) (?:a (?:little )?bit )?(?:more )?(?:about|on)|(?:moving|move) on to|let's (?:\w+ )?(?:discuss|(?:go|get|dive|jump|move|look) (?:in)?(?:to|at))|(?:next|first|second|third|fourth|last|final|other|another|main|new|big) (?:\w+ )?(?:is|are|was|here is|would be|about)|when it comes to|in terms of|speaking of|what about|how about|regarding|deep dive (?:on|into|in)|introduction to|overview of|history of|story of|idea of|concept of|problem (?:of|with))(?= )/gu,
  introductions:
    /\b(?:(?<!before \w+ )(?:move|moving) on to|(?:let's|we'll|shall we|we can|now) (?:\w+ )?(?:go|get|jump|switch|turn|dive|look|transition) (?:in|at|over|on)?(?: ?to)?|(?:let's|we'll|i'll|(?:want|wanted|like|going|love) to) (?:\w+ )?(?:(?:talk|speak|chat|hear|learn|know)(?: a (?:little )?bit)?(?: more)? about|discuss)|on the topic of|this (?:episode|webinar|session) is about)(?= )/gu,
  topicQuestions: /\b(?:what(?:'s| is| are| was| exactly is)|who(?:'s| is| are))(?= )/gu,
  namings: /\b(?:called|known as|stands for|named)(?= )/gu,
  selfNamings: words("i'm"),
  titleQuestions: words("what why how who what's who's"),
  questionReferences: words(
    "you your yours you're it it's that that's this these those they them their he she him her his we us our i i'm my me there here one ones so then doing going",
  ),
  openings: words(
    'live podcast episode show webinar session everyone everybody excited morning afternoon evening',
  ),
  closings:
    /\b(?:that(?:'s| is| was) (?:it for|all (?:for|we|the)|the (?:episode|webinar|show|session|end))|wraps? (?:it |this |things )?up|wind(?:ing)? (?:things )?down|call it a (?:\w+ )?day|out of time|end of (?:the|this|our) (?:episode|webinar|session|show|talk)|(?:really|so much) appreciate you)\b/u,
  commonChapters: [
    {
      title: 'Ad',
      // Recognisers hear "think" for "thank".
      cue: /\b(?:th[ai]nks?\b.{0,40} sponsor(?:s|ing)?|(?:is|are) sponsored by|is unsponsored)\b/u,
      within: [0, 1],
      maxSeconds: 300,
    },
    {
      title: 'Background',
      cue: /\b(?:(?:about|introduce|describe) (?:your|my)self|your (?:background|career|journey)|i was born|i come from|a (?:\w+ ){0,2}background (?:in|of)|for (?:having|inviting) me|i'm \p{L}+\b.{0,200}\b(?:my career|i've been an? |i grew up|i studied|i started (?:out|my|as)|i work (?:at|for|as)))\b/u,
      within: [0, 0.2],
      maxSeconds: 900,
    },
    {
      title: 'Audience questions',
      cue: /\b(?:(?:questions?|q&a) from (?:the|our) (?:audience|chat|attendees|listeners|viewers)|audience questions?|(?:let's|we'll|i'll) (?:\w+ ){0,4}(?:to|for|take) (?:\w+ ){0,2}(?:questions|q&a))\b/u,
      within: [0.5, 1],
      maxSeconds: 3000,
    },
    {
      title: 'Future plans',
      cue: /^(?!.*\bfuture of \w).*\b(?:what(?:'s| is| comes) next|the roadmap|future facing|looking (?:to|towards?) the future|plans for the future)\b/u,
      within: [0.5, 1],
      maxSeconds: 3000,
    },
  ],
};

export const germanTitles: TitleRules = {
  beforeNoun: words(
    'der die das des dem den ein eine einer eines einem einen dieser diese dieses diesem diesen von vom im am zum zur mit für über beim ins ans kein keine keinen mein meine unser unsere ihre seine jede jeder jedes viele alle aus ohne durch gegen um auf zu',
  ),
  beforeVerb: words('ich du er sie es wir ihr man nicht auch kann muss soll will wird werden können müssen'),
  vague: none,
  verbs: none,
  commonNouns: none,
  commonModifiers: none,
  modifierEnding: /(?:e|en|er|es|em)$/u,
  isNominative: (before, adjective) =>
    adjective.endsWith('e')
      ? !/^(?:d(?:er|as|e[mns])|(?:dies|jed|welch)e[rs])$/u.test(before)
      : /e[rs]$/u.test(adjective) && /^(?:k|m|d|s)?ein$|^(?:ihr|unser|euer)$/u.test(before),
  determinedKinds: words('modifier'),
  phraseLinks: words('der des von vom für im in am mit zu zum zur auf ohne gegen aus bei'),
  phraseArticles: words('den dem die das der einem einen einer eine ein'),
  conjunctions: none,
  quantityNouns: words('reihe menge paar anzahl art teil liter kilo prozent'),
  clauseNouns: none,
  genericNouns: words(
    'leute menschen mensch person personen thema themen frage fragen antwort punkt punkte beispiel beispiele teil teile jahr jahre jahren tag tage tagen woche wochen monat monate minute minuten moment sache sachen ding dinge bereich stelle grund gründe fall fälle seite seiten zeit weise schritt mal name namen wort worte ende anfang sinne grunde projekt projekte projekten projekts produkt produkte produkten unternehmen firma firmen kunde kunden team teams entwickler entwicklern entwicklerin entwicklerinnen zeitpunkt prozent euro dollar stunde stunden arbeit problem probleme problemen problems lösung lösungen erfahrung erfahrungen möglichkeit möglichkeiten unterschied unterschiede unterschieden bild bilder welt leben geld kollege kollegen gespräch gefühl idee ideen folge episode podcast webinar hörer hörerinnen zuhörer sprache sprachen anwendung anwendungen funktion funktionen methode methoden methodik rolle rollen ziel ziele gruppe gruppen schritte zeile zeilen hand kopf auge augen haus stadt land länder weg wege aufwand kosten preis größe system systeme daten datum information informationen',
  ),
  announcements:
    /(?<!\p{L})(?:(?:sprechen|reden|spreche|rede|diskutieren|fragen?|erzählen|erzähl)(?: wir| sie)?(?: \p{L}+)? (?:über|zu)|kommen (?:wir|sie)(?: \p{L}+)? (?:zu|zum|zur)|(?:nächste|nächster|nächstes|erste|erster|erstes|zweite|letzte|letzter) \p{L}+ (?:ist|sind|wäre|lautet)|(?:beginnen|starten|fangen|schauen|blicken)(?: wir| sie)?(?: \p{L}+)? (?:mit|auf|zu)|(?:geht es|es geht|geht's)(?: \p{L}+)? um|wie sieht es mit|überblick über|einführung in)(?= )/gu,
  introductions:
    /(?<!\p{L})(?:kommen wir(?: \p{L}+)? (?:zu|zum|zur)|(?:sprechen|reden) wir(?: \p{L}+)? über|(?:geht es|es geht)(?: \p{L}+)? um)(?= )/gu,
  topicQuestions: /(?<!\p{L})(?:was (?:ist|sind|bedeutet|heißt)|wer (?:ist|sind))(?= )/gu,
  namings: /(?<!\p{L})(?:namens|sogenannte[nrs]?|nennt sich|heißt)(?= )/gu,
  selfNamings: none,
  titleQuestions: words('was warum wieso wie wer'),
  questionReferences: words(
    'sie ihr ihre ihnen du dein deine es das dies diese er ihn ihm wir uns unser ich mein meine mich mir da hier dort davon dazu daran',
  ),
  openings: words('webinar podcast folge sendung abend morgen mittag nachmittag alle'),
  closings: never,
  commonChapters: [
    {
      title: 'Werbung',
      cue: /(?<!\p{L})(?:gesponsert von|unser(?:e[mn]?)? sponsor(?:en)?|präsentiert von)(?!\p{L})/u,
      within: [0, 1],
      maxSeconds: 300,
    },
    {
      title: 'Werdegang',
      cue: /(?<!\p{L})(?:(?:stell|stellen sie) (?:dich|sich) (?:\p{L}+ )?vor|(?:dein|ihr) (?:werdegang|hintergrund)|für die einladung)(?!\p{L})/u,
      within: [0, 0.2],
      maxSeconds: 900,
    },
    {
      title: 'Fragen aus dem Publikum',
      cue: /(?<!\p{L})(?:fragen aus dem (?:publikum|chat)|publikumsfragen|fragerunde)(?!\p{L})/u,
      within: [0.5, 1],
      maxSeconds: 3000,
    },
    {
      title: 'Ausblick',
      cue: /(?<!\p{L})(?:ausblick|(?:wie|was) (?:geht|kommt)(?: \p{L}+)? als nächstes|(?:die|der) zukunft|geplant für)(?!\p{L})/u,
      within: [0.5, 1],
      maxSeconds: 3000,
    },
  ],
};

/** For other languages: no rules. */
export const otherTitles: TitleRules = {
  beforeNoun: none,
  beforeVerb: none,
  vague: none,
  verbs: none,
  commonNouns: none,
  commonModifiers: none,
  modifierEnding: /(?!)/u,
  isNominative: () => true,
  determinedKinds: none,
  phraseLinks: none,
  phraseArticles: none,
  conjunctions: none,
  quantityNouns: none,
  clauseNouns: none,
  genericNouns: none,
  announcements: never,
  introductions: never,
  topicQuestions: never,
  namings: never,
  selfNamings: none,
  titleQuestions: none,
  questionReferences: none,
  openings: none,
  closings: never,
  commonChapters: [],
};
