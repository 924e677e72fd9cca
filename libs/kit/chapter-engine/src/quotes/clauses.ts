import type { LanguageData } from '../language/language-data.ts';
import { hasCommaAfter, type Sentence } from '../transcript/sentences.ts';
import { isContracted } from './disfluency.ts';

/** Words between a subject and its verb, or between two parts of one verb: "I really could have". */
const verbReach = 2;
/** A sentence may have this many commas, and one more per so many words; more mean a list or a hesitating speaker. */
const baseCommas = 1;
const wordsPerComma = 8;
/** Words within which a repeated start belongs to the same clause. */
const restartReach = 5;
/** A fluent sentence has a verb within this many words. */
const latestVerb = 12;

/** "To build a. House", "those things Going on": two sentences, one of them incomplete. */
const mergedSentencesPattern = /\s\p{Ll}\.\s|\p{Ll}\s\p{Lu}\p{Ll}+ing\b/u;

/** Whether a word is a finite verb; not in "a company called", "the work" or "to work". */
const isFinite = (words: readonly string[], i: number, data: LanguageData): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  if (before === 'to' || data.determiners.has(before)) return false;
  if (word.endsWith("n't") || data.finiteVerbs.has(word)) return true;
  // "Turned", and "turns the": not "turned by", "the turns of".
  if (/\p{L}{2}ed$/u.test(word)) return !data.prepositions.has(next) && !data.auxiliaries.has(before);
  return i > 0 && /[^s]s$/u.test(word) && data.determiners.has(next);
};

const isSubject = (words: readonly string[], i: number, data: LanguageData): boolean => {
  const [word = '', next = ''] = [words[i], words[i + 1]];
  // "An a p i" is a spelled abbreviation.
  if (word.length === 1 && words[i - 1]?.length === 1) return false;
  if (data.nominatives.has(word) || isContracted(word, data)) return true;
  // "You need", but not "gives you a".
  const startsClause = next !== '' && !data.determiners.has(next) && !data.prepositions.has(next);
  return (word === 'you' || word === 'it') && startsClause && !data.continuations.has(next);
};

/** "Because we", "which is", "the mill that is": the start of a dependent clause; not "That is a mill". */
const isDependent = (
  sentence: Sentence,
  words: readonly string[],
  i: number,
  data: LanguageData,
): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  const startsPart = i === 0 || hasCommaAfter(sentence, i - 1) || data.connectives.has(before);
  if (word === "that's") return !startsPart && !data.reportingVerbs.has(before);
  if (word === 'that') {
    if (data.reportingVerbs.has(before)) return false;
    const to = data.connectives.has(next) ? i + 2 : i + 1;
    if (isFinite(words, to, data)) return !startsPart;
    return isSubject(words, to, data) || data.determiners.has(words[to] ?? '');
  }
  if (word === 'like') return isSubject(words, i + 1, data);
  return data.subordinators.has(word) && next !== 'to';
};

/** "Lock the gate.", "Keep the wheel dry.": imperatives have no subject. */
const isImperative = ([first = '', second = '']: readonly string[], data: LanguageData): boolean => {
  if (data.imperatives.has(first)) return true;
  const lists = [
    data.prepositions,
    data.subordinators,
    data.adverbials,
    data.connectives,
    data.unfinishedEndings,
  ];
  return (
    data.determiners.has(second) && !/(?:s|ly|ing|ed)$/u.test(first) && !lists.some((list) => list.has(first))
  );
};

/** Counts the clauses with a verb that start in the first words of a sentence, and the dependent clauses. */
const countClauses = (sentence: Sentence, words: readonly string[], to: number, data: LanguageData) => {
  let [all, dependent, verb] = [isImperative(words, data) ? 1 : 0, 0, -Infinity];
  for (let i = 0; i < to; i++) {
    if (isDependent(sentence, words, i, data)) dependent++;
    const isOpening = isSubject(words, i, data);
    if (isOpening || isFinite(words, i, data)) {
      // "What nobody has mended is lost."
      const isNext = data.auxiliaries.has(words[i] ?? '') && /ed$/u.test(words[i - 1] ?? '');
      if (isOpening || isNext || i - verb > verbReach) all++;
      verb = i;
    }
    if (hasCommaAfter(sentence, i)) verb = -Infinity;
  }
  return { all, dependent };
};

/** "A rule of ours, because it holds", "I think our own mill": all clauses are dependent. */
const lacksMainClause = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const { all, dependent } = countClauses(sentence, words, words.length, data);
  const isOpinion = data.nominatives.has(words[0] ?? '') && data.opinionVerbs.has(words[1] ?? '');
  return all <= dependent + (isOpinion ? 1 : 0);
};

/** "The tools we have, keep in mind that they ...": the sentence abandons its first words. Adverbials may start so. */
const abandonsSubject = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const [first = ''] = words;
  const comma = words.findIndex((_, i) => hasCommaAfter(sentence, i));
  if (comma < 0 || first.endsWith('ly')) return false;
  // "A mill grinds flour, and": an unknown verb, and another clause.
  if (data.noPauseAfter.has(words[comma + 1] ?? '') && !data.subordinators.has(words[comma + 1] ?? ''))
    return false;
  if ([data.adverbials, data.prepositions, data.conditionWords].some((list) => list.has(first))) return false;
  return countClauses(sentence, words, comma + 1, data).all === 0;
};

/**
 * "In terms of what was hard was the oak", "instead of a mill where they sell": no subject, or only after a dependent
 * clause.
 */
const lacksSubject = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  if (!data.prepositions.has(words[0] ?? '') || words.some((_, i) => hasCommaAfter(sentence, i)))
    return false;
  const subject = words.findIndex((_, i) => isSubject(words, i, data));
  return subject < 0 || words.some((_, i) => i < subject && isDependent(sentence, words, i, data));
};

/** "There's a couple, there's actually three": a clause that starts like the one before. */
const restartsClause = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean =>
  words.some(
    (word, i) =>
      i > 0 &&
      isContracted(word, data) &&
      hasCommaAfter(sentence, i - 1) &&
      words.slice(Math.max(0, i - restartReach), i).includes(word),
  );

/** "It works and as long as nobody asks.": a condition without a result. */
const endsInCondition = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const at = words.findIndex(
    (word, i) =>
      i > 0 && (word === 'and' || word === 'but') && /^(?:if|when|while|as)$/u.test(words[i + 1] ?? ''),
  );
  return (
    at > 0 &&
    !words.some((_, i) => i > at && hasCommaAfter(sentence, i) && !words[i + 1]?.endsWith('ing')) &&
    data.conditionWords.size > 0
  );
};

/** "It works well, but the last part.": a last clause without a verb. */
const endsWithoutVerb = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const at = words.findLastIndex((word, i) => i > 0 && word === 'but' && hasCommaAfter(sentence, i - 1));
  if (at < 0 || words.some((word, i) => i < at && /^not$|n't$/u.test(word))) return false;
  return (
    countClauses(sentence, words, words.length, data).all === countClauses(sentence, words, at, data).all
  );
};

/** Whether the clauses of a sentence seem incomplete; only for languages whose verbs are known. */
export const isIncoherent = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean =>
  mergedSentencesPattern.test(sentence.text) ||
  words.filter((_, i) => hasCommaAfter(sentence, i)).length > baseCommas + words.length / wordsPerComma ||
  (words.length > latestVerb && countClauses(sentence, words, latestVerb, data).all === 0) ||
  [lacksMainClause, abandonsSubject, lacksSubject, restartsClause, endsInCondition, endsWithoutVerb].some(
    (is) => is(sentence, words, data),
  );

/** "I think", "you know": a clause that comments on the one beside it. */
const isComment = (words: readonly string[], data: LanguageData): boolean =>
  words.length < 4 && data.reportingVerbs.has(words.at(-1) ?? '');

/** Clauses that end so continue after the comma: "he said, ...", "I have to tell you, ...". */
const reportingPattern =
  /\b(?:say|says|said|saying|tell|tells|told|telling|think|thinks|thinking|ask|asked|asking)(?: \S+)?$/u;
/** These start no statement; "that" and "not" start parts of one. */
const noSubjectPattern = /^(?:to|that|not|never|always|only|just|even|same)$|(?:ing|ly)$/u;

/** "The idea is when it rains, ...", "I think in winter, ...": the words before the comma belong to the clause after it. */
const endsInAdverbial = (words: readonly string[], data: LanguageData): boolean =>
  words.some((word, i) => {
    const before = words[i - 1] ?? '';
    const opens =
      before === 'that' ||
      (data.connectives.has(before) && before !== 'like') ||
      data.reportingVerbs.has(before);
    if (data.conditionWords.has(word))
      return opens || data.auxiliaries.has(before) || isContracted(before, data);
    return opens && data.prepositions.has(word);
  });

/** Whether the words between two commas are a statement of their own. */
const isStatement = (part: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const [first = '', second = '', last = ''] = [words[0], words[1], words.at(-1)];
  const isOpen = [data.auxiliaries, data.unfinishedEndings].some((list) => list.has(last));
  if (isOpen || isContracted(last, data) || reportingPattern.test(words.join(' '))) return false;
  const { auxiliaries, finiteVerbs, prepositions, conditionWords, subordinators, continuations, adverbials } =
    data;
  const subject = words.findIndex((_, i) => isSubject(words, i, data));
  const startsWithSubject = subject === 0 || data.references.has(first) || first === 'here';
  const isNoSubject =
    noSubjectPattern.test(first) ||
    [auxiliaries, finiteVerbs, prepositions, conditionWords, subordinators, continuations, adverbials].some(
      (list) => list.has(first),
    );
  if (isNoSubject && !startsWithSubject && !data.determiners.has(first)) return false;
  if (first === 'that' || endsInAdverbial(words, data)) return false;
  // "The mill we built" has no main verb.
  const verb = words.findIndex((word, i) => i > 0 && data.finiteVerbs.has(word) && isFinite(words, i, data));
  const hasOwnVerb = verb > 0 && (subject < 0 || verb < subject);
  const isClear =
    [auxiliaries, finiteVerbs].some((list) => list.has(second)) && !data.opinionVerbs.has(second);
  if (subject === 0 && (isClear || isContracted(first, data))) return true;
  return (startsWithSubject || hasOwnVerb) && !lacksMainClause(part, words, data);
};

const sameSubject = ([a = '']: readonly string[], [b = '']: readonly string[]): boolean =>
  a.replace(/'.*/u, '') === b.replace(/'.*/u, '');

/** "It is not old, it is new.", "They do not sell it, they give it away." */
const contrasts = (before: readonly string[], own: readonly string[], data: LanguageData): boolean => {
  const denies = before.some((word) => /^(?:not?|never)$|n't$/u.test(word));
  const deniesBeing = / (?:is|are|was|were)(?:n't| not) |'(?:s|re) not /u.test(before.join(' '));
  return (
    (denies && sameSubject(before, own)) ||
    (deniesBeing && (data.subjects.has(own[0] ?? '') || data.references.has(own[0] ?? '')))
  );
};

/**
 * "The oak is hard, we bought it in May.": only a comma joins two statements. Lists may: "You open it, you read it, and
 * you close it."
 */
export const joinsStatements = (
  sentence: Sentence,
  words: readonly string[],
  data: LanguageData,
): boolean => {
  const ends = words.flatMap((_, i) => (hasCommaAfter(sentence, i) || i === words.length - 1 ? [i + 1] : []));
  let before: readonly string[] | undefined;
  for (const [k, to] of ends.entries()) {
    const start = ends[k - 1] ?? 0;
    const skipped = words
      .slice(start, to)
      .findIndex((word) => !data.connectives.has(word) || data.subordinators.has(word));
    const from = start + Math.max(0, skipped);
    const own = words.slice(from, to);
    if (isComment(own, data)) continue;
    const states = isStatement({ ...sentence, words: sentence.words.slice(from, to) }, own, data);
    if (states && before && from === start) {
      const isList =
        sameSubject(before, own) && ends.slice(k).some((end) => /^(?:and|or)$/u.test(words[end] ?? ''));
      if (!isList && !contrasts(before, own, data)) return true;
    }
    const isDependentPart = [data.conditionWords, data.subordinators].some((list) => list.has(own[0] ?? ''));
    if (states) before = own;
    else if (from > start || isDependentPart) before = undefined;
  }
  return false;
};
