import type { GlossaryOffer } from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import { Inject } from '@nestjs/common';
import { AppError, CLOCK, HEALTH, type Clock, type Health } from '@vault/base';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import { ChapterSetRepository } from './chapter-sets/chapter-set.repository.ts';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { GenerationService } from './generation/generation.service.ts';
import type { GlossaryDocument } from './glossary/glossary.schema.ts';
import { GlossarySearchService } from './glossary/glossary-search.service.ts';
import { GlossaryService } from './glossary/glossary.service.ts';
import { HistoryService } from './operations/history.service.ts';
import { OperationReader } from './operations/operation-reader.ts';
import { LibraryJobService } from './library-jobs/library-job.service.ts';
import type { Chapter } from './domain/chapters/chapter.ts';
import { undecidedNames } from './domain/glossary/names-to-check.ts';
import { toWireJob } from './operations/to-wire-job.ts';
import type { ChapterSetDocument } from './chapter-sets/chapter-set.schema.ts';

const maxIds = 100;

@RpcController(chapteringRpc.ChapteringServiceService)
export class ChapteringGrpc {
  readonly handlers: RpcHandlers<typeof chapteringRpc.ChapteringServiceService> = {
    getChapterSets: async (request) => {
      const { ownerId, videoIds, withTranscript, withRecognised, timedSpan, operationId } = request;
      if (videoIds.length > maxIds)
        throw new AppError('invalid-input', 'Too many videos were requested at once.');
      // First: chapters that are read after the end of the operation contain its result.
      const operation = operationId ? await this.operations.get({ ownerId, operationId }) : undefined;
      const found = await this.sets.getMany(ownerId, videoIds, { withTranscript, timedSpan });
      const glossary = await this.glossaryOf(
        ownerId,
        found.map(({ set }) => set),
      );
      const sets = found.map(({ set, vtt, recognisedVtt }) => ({
        ...toWireSet(set, vtt),
        revision: revisionOf(set, glossary),
        ...(glossary && { namesToCheck: undecidedNames(set.names ?? [], glossary).length }),
        ...(withRecognised && recognisedVtt !== vtt ? { recognisedVtt } : {}),
      }));
      return { sets, operation };
    },
    getChapterSetRevision: async ({ ownerId, videoId }) => {
      const set = await this.repository.findForWork({ ownerId, videoId });
      if (!set) return { revision: '' };
      return { revision: revisionOf(set, await this.glossaryOf(ownerId, [set])) };
    },
    getOperation: (identity) => this.operations.get(identity),
    listOperations: (request) => this.history.list(request),
    listWrongSettings: () => Promise.resolve({ wrongSettings: [...this.health.wrongSettings] }),
    estimateOperation: (request) => this.generation.estimate(request),
    getGlossary: async ({ ownerId }) => {
      const glossary = await this.glossary.get(ownerId);
      return toWireGlossary(glossary, await this.glossary.offersOf(glossary));
    },
    findGlossaryPlaces: (request, { signal }) => this.glossarySearch.places(request, signal),
    findGlossaryProposals: (request, { signal }) => this.glossarySearch.proposals(request, signal),
    findOrdinaryForms: ({ forms }) => this.glossary.ordinaryForms(forms),
    getLibraryJob: ({ ownerId }) => this.jobs.get(ownerId),
  };

  constructor(
    private readonly sets: ChapterSetService,
    private readonly operations: OperationReader,
    private readonly history: HistoryService,
    private readonly generation: GenerationService,
    private readonly glossary: GlossaryService,
    private readonly glossarySearch: GlossarySearchService,
    private readonly jobs: LibraryJobService,
    private readonly repository: ChapterSetRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(HEALTH) private readonly health: Health,
  ) {}

  /** The glossary that decides which names of sets are still to check; undefined where none has names. */
  private async glossaryOf(ownerId: string, sets: readonly WithNames[]) {
    return sets.some(({ names = [] }) => names.length > 0) ? this.glossary.get(ownerId) : undefined;
  }
}

type WithNames = Pick<ChapterSetDocument, 'version' | 'names'>;

function revisionOf({ version, names = [] }: WithNames, glossary?: GlossaryDocument): string {
  const ofGlossary = names.length > 0 && glossary ? [glossary.contentVersion, glossary.version] : [];
  return [version, ...ofGlossary].join('.');
}

/** A chapter set with its running operations, as other services see it. */
function toWireSet(set: ChapterSetDocument, vtt: string): Omit<chapteringRpc.ChapterSet, 'revision'> {
  const { jobs, transcriptReview: review, uploadedCaptions } = set;
  return {
    videoId: set._id,
    chapters: set.chapters.map(toWireChapter),
    summary: set.summary,
    vtt,
    isGenerating: jobs.chapters !== undefined,
    progress: jobs.chapters?.percent ?? 100,
    version: set.contentVersion,
    searchSummary: set.searchSummary,
    areOfFile: set.areOfFile,
    chaptersOrigin: set.chaptersOrigin,
    transcriptVersion: set.transcriptVersion,
    transcriptReview: review && { at: review.at.getTime() / 1_000, by: review.by },
    captionsUploadedAt: uploadedCaptions && uploadedCaptions.at.getTime() / 1_000,
    summaryFollowed: set.isSummaryFollowed,
    glossaryApplied: set.glossaryApplied,
    operations: Object.values(jobs).map((job) => toWireJob(set, job)),
  };
}

function toWireGlossary(
  { terms, contentVersion }: GlossaryDocument,
  offers: GlossaryOffer[],
): chapteringRpc.Glossary {
  const wireTerms = terms.map((term) => ({ ...term, wrongForms: [...term.wrongForms] }));
  return { terms: wireTerms, version: contentVersion, offers };
}

function toWireChapter(chapter: Chapter): chapteringRpc.Chapter {
  const { start, title, summary, searchText, quotes, searchQuotes, followed = [] } = chapter;
  const names = followed.length > 0 ? { followed: { names: [...followed] } } : {};
  return { start, title, summary, searchText, quotes: [...quotes], searchQuotes, ...names };
}
