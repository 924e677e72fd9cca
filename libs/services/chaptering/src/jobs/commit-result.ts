import type { MessageType } from '@vault/contracts';
import { AppError, createMessage, type Decision } from '@vault/platform';
import { nextRevision, nextState } from '../chapters/chapter-content.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { together, toWorkChange } from '../chapters/work-change.ts';
import type { Chapter, FieldEdits } from '../domain/chapter.ts';
import { holdsLease, type Job } from '../domain/job.ts';
import { mergeEdits } from '../domain/merge-edits.ts';
import { withEnding, workOf, type Ending } from '../domain/work.ts';
import type { WrittenWords } from '../domain/written-words.ts';

export interface Result {
  readonly written: WrittenWords;
  /** What it came to. */
  readonly tokens: number;
}

type Change = Decision<ChapterSetDocument>;

/** What a person reads whose words were kept instead of what was written meanwhile. */
const fewerQuotes = (found: number, chosen: number) =>
  `${String(found)} of ${String(chosen)} quotes were found: nothing else in this chapter can stand by itself.`;
const keptQuotes = 'You edited the quotes of this chapter meanwhile: yours were kept.';
const keptSearch = 'You edited the search text of this chapter meanwhile: yours was kept.';
const keptChapters = 'The chapters were changed by hand meanwhile: those were kept.';

/**
 * Result, end of the operation and event in one change; a result that comes after another worker took over changes
 * nothing. What a person wrote after asking stays.
 * @throws {AppError} `conflict` when what it is about is not there any more
 */
export function commitResult(
  set: ChapterSetDocument,
  lease: Job,
  { written, tokens }: Result,
  now: Date,
): Change | undefined {
  const work = workOf(set);
  const job = work.jobs[lease.kind];
  if (!holdsLease(job, lease)) return undefined;
  const { change, msg } = apply(set, job, written);
  const ending: Ending = {
    ...{ operationId: job.id, kind: job.kind, state: 'done', msg, tokens },
    ...{ isReserved: job.asked?.isReserved ?? false, attempts: 0, dueAt: now },
  };
  return together(toWorkChange(withEnding(work, ending), now), change);
}

interface Applied {
  readonly change: Change;
  /** What became of the result, where that needs saying. */
  readonly msg: string;
}

function apply(set: ChapterSetDocument, job: Job, written: WrittenWords): Applied {
  if (written.kind === 'chapters') return replaceChapters(set, job, written);
  if (written.kind === 'summary') {
    const change = { summary: written.summary, revision: nextRevision(set) };
    return { change: { set: change, events: [telling(set, 'chaptering.summary-generated.v1')] }, msg: '' };
  }
  if (written.kind === 'search') return writeField(set, job, { searchText: written.text });
  const { quotes, chosen } = written;
  const applied = writeField(set, job, { quotes });
  const msg = applied.msg || (quotes.length < chosen ? fewerQuotes(quotes.length, chosen) : '');
  return { ...applied, msg };
}

function replaceChapters(
  set: ChapterSetDocument,
  { asked, queuedAt }: Job,
  { chapters: proposed, summary, msg }: WrittenWords & { kind: 'chapters' },
): Applied {
  const since = asked && queuedAt ? queuedAt : 'ever';
  const chapters = mergeEdits(proposed, set, since);
  const { structureEditedAt } = set;
  const isKept = Boolean(structureEditedAt && (since === 'ever' || structureEditedAt > since));
  const type = 'chaptering.chapters-generated.v1';
  const data = { ...nextState(set), chapterCount: chapters.length, isAsked: asked !== undefined };
  return {
    change: {
      set: { chapters, summary, revision: nextRevision(set) },
      unset: isKept ? [] : ['structureEditedAt'],
      events: [createMessage({ type, source: 'chaptering', subject: set._id, data })],
    },
    msg: isKept ? keptChapters : msg,
  };
}

/** Quotes or search text of the chapter that was asked for, unless a person wrote there since. */
function writeField(
  set: ChapterSetDocument,
  { asked, queuedAt }: Job,
  words: Pick<Chapter, 'quotes'> | Pick<Chapter, 'searchText'>,
): Applied {
  const field = 'quotes' in words ? 'quotes' : 'searchText';
  const index = set.chapters.findIndex(({ start }) => start === asked?.chapterStart);
  const chapter = set.chapters[index];
  if (!chapter) throw new AppError('conflict', 'This chapter is not there any more. Please reload the page.');
  const editedAt = chapter.edited?.[field];
  if (editedAt && queuedAt && editedAt > queuedAt)
    return { change: {}, msg: field === 'quotes' ? keptQuotes : keptSearch };
  const marks = Object.entries(chapter.edited ?? {}).filter(([name]) => name !== field);
  const edited: FieldEdits = Object.fromEntries(marks);
  const chapters = set.chapters.with(index, { ...chapter, ...words, edited });
  const change = { chapters, revision: nextRevision(set) };
  return { change: { set: change, events: [telling(set, 'chaptering.chapters-changed.v1')] }, msg: '' };
}

function telling(
  set: ChapterSetDocument,
  type: Extract<MessageType, 'chaptering.summary-generated.v1' | 'chaptering.chapters-changed.v1'>,
) {
  return createMessage({ type, source: 'chaptering', subject: set._id, data: nextState(set) });
}
