import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@vault/base';
import { createEvent } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { nextContentVersion, changedEventData, operationEnded } from '../chapters/chapter-content.ts';
import { wordsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { combineChanges, toWorkChange } from '../chapters/work-change.ts';
import { editBetween } from '../domain/transcript/changed-words.ts';
import type { Chapter, Cue, FieldEdits } from '../domain/chapters/chapter.ts';
import { leaseMs, type Job } from '../domain/jobs/job.ts';
import { followTranscript } from '../domain/transcript/follow-transcript.ts';
import { namesIn, type NameToCheck } from '../domain/glossary/names-to-check.ts';
import { rebaseEdits } from '../domain/chapters/rebase-edits.ts';
import { failedSettlement, withSettlement, type Failure, type Settlement } from '../domain/jobs/work.ts';
import type { GeneratedText } from '../domain/chapters/generated-text.ts';
import { spokenLines } from '../domain/transcript/timed-lines.ts';
import { withSaidQuotes } from '../domain/chapters/verify-quote.ts';

export interface Result {
  readonly generated: GeneratedText;
  /** Its cost in tokens. */
  readonly tokens: number;
  readonly read: ReadWords;
  /** Of chapters: words that sound like a term. */
  readonly names?: readonly NameToCheck[];
}

/** The words that a result was generated from. */
interface ReadWords {
  /** The set with their mends. */
  readonly words: ChapterSetDocument;
  /** The recognised lines, or the uploaded ones. */
  readonly recognised: readonly Cue[];
}

type Change = Decision<ChapterSetDocument>;

/** Notes in the record of an operation whose result was not applied as requested. */
const fewerQuotesNote = (found: number, chosen: number) =>
  `${String(found)} of ${String(chosen)} quotes were found: no other sentence in this chapter makes sense alone.`;
const sameQuotesNote = 'The quotes are unchanged: this chapter has no better ones.';
const editedQuotesNote = 'You edited the quotes of this chapter during the generation: yours were kept.';
const editedSearchNote = 'You edited the search text of this chapter during the generation: yours was kept.';
const editedChaptersNote = 'The chapters were edited during the generation: the edited ones were kept.';

/**
 * Applies a result, its settlement and its event in one change. Edits that a person made after the request are kept.
 * @throws {AppError} `conflict` when the chapter no longer exists
 */
export function commitResult(
  set: ChapterSetDocument,
  job: Job,
  { generated, tokens, read, names }: Result,
  now: Date,
): Change {
  const lines = spokenLines(read.recognised, set.mends);
  const present = inPresentWords(generated, set, { job, read, lines });
  const { change, msg } = apply(set, job, present, lines);
  const settlement: Settlement = {
    operationId: job.id,
    kind: job.kind,
    state: 'done',
    msg,
    tokens,
    isReserved: job.request?.isReserved ?? false,
    attempts: 0,
    dueAt: now,
  };
  const end = { ...toWorkChange(withSettlement(set, settlement), now), events: operationEnded(set, job) };
  if (!names) return combineChanges(end, change);
  const areSame = wordsIdOf(set) === wordsIdOf(read.words);
  const said = areSame ? [...names] : namesIn(lines, names);
  return combineChanges(combineChanges(end, change), { set: { names: said } });
}

/** The failure of a job and its settlement, in one change. Only chapters whose start was published have an event. */
export function commitFailure(set: ChapterSetDocument, job: Job, failure: Failure, now: Date): Change {
  const ended = toWorkChange(withSettlement(set, failedSettlement(job, failure, now)), now);
  const change = { ...ended, events: operationEnded(set, job) };
  const { id: jobId, kind, request } = job;
  if (kind !== 'chapters' || request?.isReserved === false) return change;
  const identity = { videoId: set._id, ownerId: set.ownerId };
  const data = { ...identity, jobId, reason: failure.msg, hasChapters: set.chapters.length > 0 };
  const events = [createEvent('chaptering.generation-failed.v1', set._id, data)];
  return combineChanges(change, { events });
}

/** Removes or replaces a settlement. @returns undefined when it no longer exists */
export function replaceSettlement(
  set: ChapterSetDocument,
  operationId: string,
  by: Settlement | undefined,
  now: Date,
): Change | undefined {
  const { jobs, settlements, deletedAt } = set;
  const others = settlements.filter((settlement) => settlement.operationId !== operationId);
  if (others.length === settlements.length) return undefined;
  const rest = by ? [...others, by] : others;
  const change = toWorkChange({ jobs, settlements: rest }, now);
  if (!deletedAt || rest.length > 0) return change;
  // Everything is settled. A deleted set is cleaned up once more, when no worker can store anything for it any more.
  return { set: { ...change.set, jobDueAt: new Date(deletedAt.getTime() + leaseMs) } };
}

/** People may have changed words during the generation: what repeats them follows, as texts do that are stored. */
function inPresentWords(
  generated: GeneratedText,
  set: ChapterSetDocument,
  { job, read, lines }: { readonly job: Job; readonly read: ReadWords; readonly lines: readonly Cue[] },
): GeneratedText {
  if (wordsIdOf(set) === wordsIdOf(read.words)) return generated;
  const before = spokenLines(read.recognised, read.words.mends);
  const edit = editBetween(before, lines);
  const follow = (chapters: readonly Chapter[], summary = '') => {
    const listed = chapters.map((chapter) => ({ ...chapter, id: '' }));
    return followTranscript({ chapters: listed, summary }, before, edit);
  };
  if (generated.kind === 'summary') return { ...generated, summary: follow([], generated.summary).summary };
  if (generated.kind === 'chapters') {
    const followed = follow(generated.chapters, generated.summary);
    const chapters = followed.chapters.map(({ id: _id, followed: _followed, ...chapter }) => chapter);
    return { ...generated, chapters, summary: followed.summary };
  }
  const index = set.chapters.findIndex(({ id }) => id === job.request?.chapterId);
  const quotes = generated.kind === 'quotes' ? generated.quotes : [];
  const searchText = generated.kind === 'search' ? generated.text : '';
  const alone = set.chapters.map(({ start }, at) => {
    const own = at === index ? { searchText, quotes } : { searchText: '', quotes: [] };
    return { start, title: '', summary: '', ...own };
  });
  const chapter = withSaidQuotes(follow(alone).chapters, lines)[index];
  if (!chapter) return generated;
  return generated.kind === 'search'
    ? { ...generated, text: chapter.searchText }
    : { ...generated, quotes: chapter.quotes };
}

interface Applied {
  readonly change: Change;
  /** A note on how the result was applied; usually empty. */
  readonly msg: string;
}

function apply(set: ChapterSetDocument, job: Job, generated: GeneratedText, lines: readonly Cue[]): Applied {
  if (generated.kind === 'chapters') return replaceChapters(set, job, generated, lines);
  if (generated.kind === 'summary') {
    const change = { summary: generated.summary, contentVersion: nextContentVersion(set) };
    return {
      change: {
        set: change,
        unset: ['isSummaryFollowed'],
        events: [createEvent('chaptering.summary-generated.v1', set._id, changedEventData(set))],
      },
      msg: '',
    };
  }
  if (generated.kind === 'search') return replaceField(set, job, { searchText: generated.text });
  const { quotes, chosen } = generated;
  const applied = replaceField(set, job, { quotes });
  if (applied.msg) return applied;
  if (quotes.length < chosen) return { ...applied, msg: fewerQuotesNote(quotes.length, chosen) };
  const current = set.chapters.find(({ id }) => id === job.request?.chapterId)?.quotes;
  return { ...applied, msg: isDeepStrictEqual(current, quotes) ? sameQuotesNote : '' };
}

function replaceChapters(
  set: ChapterSetDocument,
  { request, queuedAt }: Job,
  { chapters: proposed, summary, areOfFile, origin, msg }: GeneratedText & { kind: 'chapters' },
  lines: readonly Cue[],
): Applied {
  const since = request ? queuedAt : 'ever';
  const chapters = withSaidQuotes(rebaseEdits(proposed, set, since), lines);
  const { structureEditedAt } = set;
  const isEditedSince = Boolean(structureEditedAt && (since === 'ever' || structureEditedAt > since));
  const data = { ...changedEventData(set), chapterCount: chapters.length, isAsked: request !== undefined };
  return {
    change: {
      set: {
        chapters,
        summary,
        contentVersion: nextContentVersion(set),
        areOfFile: isEditedSince ? set.areOfFile : areOfFile,
        ...(origin && { chaptersOrigin: origin }),
      },
      unset: [
        'isSummaryFollowed',
        ...(origin ? [] : (['chaptersOrigin'] as const)),
        ...(isEditedSince ? [] : (['structureEditedAt'] as const)),
      ],
      events: [createEvent('chaptering.chapters-generated.v1', set._id, data)],
    },
    msg: isEditedSince ? editedChaptersNote : msg,
  };
}

/** Replaces quotes or search text of the requested chapter, unless a person has edited them since. */
function replaceField(
  set: ChapterSetDocument,
  { request, queuedAt }: Job,
  words: Pick<Chapter, 'quotes'> | Pick<Chapter, 'searchText'>,
): Applied {
  const field = 'quotes' in words ? 'quotes' : 'searchText';
  const index = set.chapters.findIndex(({ id }) => id === request?.chapterId);
  const chapter = set.chapters[index];
  if (!chapter) throw new AppError('conflict', 'This chapter no longer exists. Please reload the page.');
  const editedAt = chapter.edited?.[field];
  if (editedAt && editedAt > queuedAt)
    return { change: {}, msg: field === 'quotes' ? editedQuotesNote : editedSearchNote };
  const marks = Object.entries(chapter.edited ?? {}).filter(([name]) => name !== field);
  const edited: FieldEdits = Object.fromEntries(marks);
  const followed = chapter.followed?.filter((name) => name !== field);
  const chapters = set.chapters.with(index, { ...chapter, ...words, edited, ...(followed && { followed }) });
  const change = { chapters, contentVersion: nextContentVersion(set) };
  const events = [createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set))];
  return { change: { set: change, events }, msg: '' };
}
