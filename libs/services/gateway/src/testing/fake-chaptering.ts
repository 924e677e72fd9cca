import { Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { operationOf } from './operation-of.ts';

const { getChapterSets, getChapterSetRevision, getOperation, estimateOperation, ...others } =
  chapteringRpc.ChapteringServiceService;
const { getGlossary, findGlossaryPlaces, findGlossaryProposals, findOrdinaryForms } = others;
const { listOperations, listWrongSettings, getLibraryJob } = others;
const ofGlossary = { getGlossary, findGlossaryPlaces, findGlossaryProposals, findOrdinaryForms };
const ofOperations = { getOperation, estimateOperation, listOperations, listWrongSettings };
const rpc = { getChapterSets, getChapterSetRevision, getLibraryJob, ...ofOperations, ...ofGlossary };
const emptyGlossary: chapteringRpc.Glossary = { terms: [], version: 0, offers: [] };
type Operation = chapteringRpc.Operation;

const revisionOf = (set: chapteringRpc.ChapterSet) => JSON.stringify(set);

/** A fake chaptering service: scripted answers, and the received requests. */
export class FakeChaptering {
  /** The chapter sets of videos. */
  readonly chapterSets: chapteringRpc.ChapterSet[] = [];
  /** By owner. */
  readonly glossaries = new Map<string, chapteringRpc.Glossary>();
  /** Places of the videos with these ids, and the received requests. */
  readonly places: chapteringRpc.GlossaryPlace[] = [];
  readonly placeRequests: chapteringRpc.GlossaryPlacesRequest[] = [];
  /** The spans of requests for words with their times. */
  readonly timedSpans: chapteringRpc.TimeSpan[] = [];
  /** Number of requests for chapters. */
  chapterRequests = 0;
  /** Received requests for estimates. */
  readonly estimated: chapteringRpc.EstimateOperationRequest[] = [];
  /** The changes of many videos, by owner. */
  readonly libraryJobs = new Map<string, chapteringRpc.LibraryJob>();
  readonly operations = new Map<string, { ownerId: string; operation: Operation }>();
  /** The ended operations of owners, for staff. */
  readonly history: (chapteringRpc.OperationEntry & { readonly ownerId: string })[] = [];
  /** What does not work in its process because of a wrong setting. */
  readonly wrongSettings: string[] = [];
  /** The final state of all operations, where it differs from `endOf`. */
  outcome: Partial<Operation> = {};
  /** While true, operations do not end. */
  isEndless = false;
  /** While true, no event says that an operation has ended. */
  isSilent = false;
  /** Publishes that an operation has ended. */
  publishEnd: (video: VideoIdentity, operationId: string) => Promise<void> = () => Promise.resolve();
  /** Number of reads of each operation, by its id. */
  readonly reads = new Map<string, number>();
  /** Number of next reads of operations that are answered `unavailable`. */
  unavailableReads = 0;
  /** While true, calls are answered `unavailable`. */
  isUnavailable = false;
  /** The error of every command. */
  refusal: AppError | undefined;

  /**
   * @param handled gets type and data of each handled command
   * @param owners owner by video id
   */
  constructor(
    private readonly handled: [string, unknown][],
    private readonly owners: ReadonlyMap<string, string>,
  ) {}

  addHistory(id: string, ownerId: string, videoId: string): void {
    const prompts = { systemPrompt: 'Numbers first.', customPrompt: 'About teaching.' };
    const ended = { state: 'done', tokens: 52, result: '[]', createdAt: 1_795_000_000 };
    this.history.push({ id, ownerId, videoId, kind: 'quotes', ...prompts, ...ended });
  }

  reset(): void {
    const { chapterSets, timedSpans, estimated, places, placeRequests, history, wrongSettings } = this;
    for (const list of [chapterSets, timedSpans, estimated, places, placeRequests, history, wrongSettings])
      list.length = 0;
    this.glossaries.clear();
    this.libraryJobs.clear();
    this.operations.clear();
    this.reads.clear();
    Object.assign(this, {
      ...{ outcome: {}, isEndless: false, isSilent: false, unavailableReads: 0 },
      ...{ isUnavailable: false, refusal: undefined, chapterRequests: 0 },
    });
  }

  definition(): ServiceDefinition {
    const { chapterSets, timedSpans, estimated, glossaries, places, placeRequests } = this;
    const { history, wrongSettings, libraryJobs } = this;
    const countRequest = () => (this.chapterRequests += 1);
    const failWhileUnavailable = () => {
      if (this.isUnavailable) throw AppError.unavailable();
    };
    const requireOwn = ({ ownerId, videoId }: VideoIdentity) => {
      if (!this.isOwn({ ownerId, videoId })) throw AppError.notFound('The video');
    };
    const find = (ownerId: string, id: string) => this.findOperation(ownerId, id);
    @RpcController(rpc)
    class ChapteringGrpc {
      getChapterSets(request: chapteringRpc.GetChapterSetsRequest): chapteringRpc.ChapterSets {
        const { ownerId, videoIds, operationId, timedSpan } = request;
        countRequest();
        if (timedSpan) timedSpans.push(timedSpan);
        failWhileUnavailable();
        const operation = operationId ? find(ownerId, operationId) : undefined;
        const found = chapterSets.filter(({ videoId }) => videoIds.includes(videoId));
        return { sets: found.map((set) => ({ ...set, revision: revisionOf(set) })), operation };
      }
      getChapterSetRevision({ videoId }: chapteringRpc.ChapterSetRequest): chapteringRpc.ChapterSetRevision {
        failWhileUnavailable();
        const set = chapterSets.find((each) => each.videoId === videoId);
        return { revision: set ? revisionOf(set) : '' };
      }
      getOperation({ ownerId, operationId }: chapteringRpc.OperationRequest): Operation {
        return find(ownerId, operationId);
      }
      listOperations({ ownerId, limit }: chapteringRpc.ListOperationsRequest): chapteringRpc.OperationPage {
        failWhileUnavailable();
        const own = history.filter((operation) => operation.ownerId === ownerId);
        return { operations: own.slice(0, limit || 10_000), total: own.length };
      }
      listWrongSettings(): chapteringRpc.WrongSettings {
        failWhileUnavailable();
        return { wrongSettings };
      }
      estimateOperation(request: chapteringRpc.EstimateOperationRequest) {
        requireOwn(request);
        estimated.push(request);
        return { tokens: 1_850, balance: 998_150 };
      }
      getGlossary({ ownerId }: chapteringRpc.GlossaryRequest): chapteringRpc.Glossary {
        failWhileUnavailable();
        return glossaries.get(ownerId) ?? emptyGlossary;
      }
      findGlossaryPlaces(request: chapteringRpc.GlossaryPlacesRequest): chapteringRpc.GlossaryPlaces {
        placeRequests.push(request);
        const { videoIds, after, limit } = request;
        const own = places.filter(({ videoId }) => videoIds.includes(videoId));
        const from = own.findIndex(
          ({ videoId, before }) => videoId === after?.videoId && before[0]?.start === after.start,
        );
        const rest = own.slice(from + 1);
        return { places: rest.slice(0, limit), hasMore: rest.length > limit };
      }
      getLibraryJob({ ownerId }: chapteringRpc.LibraryJobRequest): chapteringRpc.LibraryJobReply {
        failWhileUnavailable();
        return { job: libraryJobs.get(ownerId) };
      }
      findOrdinaryForms({ forms }: chapteringRpc.OrdinaryFormsRequest): chapteringRpc.OrdinaryForms {
        return { forms: forms.filter((form) => form === 'help') };
      }

      findGlossaryProposals({ videoId }: VideoIdentity): chapteringRpc.GlossaryProposals {
        const example = { start: 1, end: 4, text: `Pikachti in ${videoId}.` };
        return { proposals: [{ found: 'Pikachti', term: 'Piketty', lines: 1, example }] };
      }
    }
    const begin = (kind: string) => this.begin(kind);
    const beginJob = (name: string) => this.beginJob(name);
    const { save, editTranscript, renameSpeaker, reviewTranscript } = this;
    const { replaceCaptions, restoreCaptions, saveGlossary } = this;
    @Injectable()
    class ChapteringCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'chaptering.regenerate-chapters.v1': begin('chapters'),
        'chaptering.generate-summary.v1': begin('summary'),
        'chaptering.update-quotes.v1': begin('quotes'),
        'chaptering.update-search.v1': begin('search'),
        'chaptering.save-chapters.v1': save,
        'chaptering.edit-transcript.v1': editTranscript,
        'chaptering.rename-speaker.v1': renameSpeaker,
        'chaptering.review-transcript.v1': reviewTranscript,
        'chaptering.replace-captions.v1': replaceCaptions,
        'chaptering.restore-captions.v1': restoreCaptions,
        'chaptering.save-glossary.v1': saveGlossary,
        'chaptering.correct-library.v1': beginJob('correct-library'),
        'chaptering.rename-everywhere.v1': beginJob('rename-everywhere'),
        'chaptering.undo-library-job.v1': beginJob('undo-library-job'),
      };
    }
    return fakeService('chaptering', rpc, ChapteringGrpc, ChapteringCommands);
  }

  private isOwn({ ownerId, videoId }: VideoIdentity): boolean {
    return this.owners.get(videoId) === ownerId;
  }

  private findOperation(ownerId: string, id: string): Operation {
    this.reads.set(id, (this.reads.get(id) ?? 0) + 1);
    if (this.unavailableReads > 0) {
      this.unavailableReads -= 1;
      throw AppError.unavailable();
    }
    const found = this.operations.get(id);
    if (found?.ownerId !== ownerId) throw AppError.notFound('The operation');
    const { operation } = found;
    return this.isEndless ? operation : { ...operation, ...endOf(operation), ...this.outcome };
  }

  private begin(kind: string) {
    return (
      data: VideoIdentity & { chapterStart?: number; prompt?: string },
      { message }: { message: { id: string } },
    ) => {
      if (this.refusal) return Promise.reject(this.refusal);
      if (!this.isOwn(data))
        return Promise.reject(new AppError('conflict', 'This video has no chapters yet.'));
      const { videoId, ownerId, chapterStart, prompt = '' } = data;
      const fields = { videoId, kind, chapterStart, userMessage: prompt };
      const operation = { ...operationOf(message.id), ...fields };
      this.operations.set(message.id, { ownerId, operation });
      this.handled.push([kind, data]);
      const isQuiet = this.isEndless || this.isSilent;
      return isQuiet ? Promise.resolve() : this.publishEnd({ videoId, ownerId }, message.id);
    };
  }

  private beginJob(name: string) {
    return (data: { readonly ownerId: string }, { message }: { message: { id: string } }) => {
      if (this.refusal) return Promise.reject(this.refusal);
      this.handled.push([name, data]);
      this.libraryJobs.set(data.ownerId, { ...runningJob, id: message.id });
      return Promise.resolve();
    };
  }

  private readonly save: NonNullable<MessageHandlers['chaptering.save-chapters.v1']> = (data) => {
    if (this.refusal) return Promise.reject(this.refusal);
    const set = this.chapterSets.find(({ videoId }) => videoId === data.videoId);
    if (!set) return Promise.reject(new AppError('conflict', 'This video has no chapters yet.'));
    if (data.chapters) {
      set.chapters = data.chapters;
      set.version += 1;
    }
    this.handled.push(['save-chapters', data]);
    return Promise.resolve({ version: set.version });
  };

  /** Replaces the texts of the lines; those that are not there are a conflict. */
  private readonly editTranscript: NonNullable<MessageHandlers['chaptering.edit-transcript.v1']> = (data) => {
    const set = this.requireSet(data);
    const before = set.vtt;
    for (const { before: old, after } of data.changes) {
      const text = old.map((line) => line.text).join('\n');
      if (!set.vtt.includes(text)) {
        set.vtt = before;
        throw new AppError('conflict', 'Somebody has changed these lines meanwhile.');
      }
      set.vtt = set.vtt.replace(text, after.map((line) => line.text).join('\n'));
    }
    set.recognisedVtt ??= before;
    set.transcriptVersion = (set.transcriptVersion ?? 0) + 1;
    set.version += 1;
    this.handled.push(['edit-transcript', data]);
    return Promise.resolve({ version: set.version });
  };

  private readonly renameSpeaker: NonNullable<MessageHandlers['chaptering.rename-speaker.v1']> = (data) => {
    const set = this.requireSet(data);
    set.transcriptVersion = (set.transcriptVersion ?? 0) + 1;
    set.version += 1;
    this.handled.push(['rename-speaker', data]);
    return Promise.resolve({ version: set.version });
  };

  private readonly reviewTranscript: NonNullable<MessageHandlers['chaptering.review-transcript.v1']> = (
    data,
  ) => {
    const set = this.requireSet(data);
    set.transcriptReview = data.isReviewed ? { at: 1_795_000_000, by: data.by } : undefined;
    this.handled.push(['review-transcript', data]);
    return Promise.resolve({ version: set.version });
  };

  private readonly replaceCaptions: NonNullable<MessageHandlers['chaptering.replace-captions.v1']> = (
    data,
  ) => {
    const set = this.requireSet(data);
    Object.assign(set, { vtt: data.vtt, captionsUploadedAt: 1_795_000_000, version: set.version + 1 });
    this.handled.push(['replace-captions', data]);
    return Promise.resolve({ version: set.version });
  };

  private readonly restoreCaptions: NonNullable<MessageHandlers['chaptering.restore-captions.v1']> = (
    data,
  ) => {
    const set = this.requireSet(data);
    if (set.captionsUploadedAt === undefined) throw new AppError('conflict', 'They were not replaced.');
    set.captionsUploadedAt = undefined;
    this.handled.push(['restore-captions', data]);
    return Promise.resolve({ version: set.version });
  };
  private readonly saveGlossary: NonNullable<MessageHandlers['chaptering.save-glossary.v1']> = (data) => {
    if (this.refusal) return Promise.reject(this.refusal);
    const { ownerId, terms, version } = data;
    const before = this.glossaries.get(ownerId) ?? emptyGlossary;
    if (before.version !== version)
      return Promise.reject(new AppError('conflict', 'The glossary has changed meanwhile.'));
    this.handled.push(['save-glossary', data]);
    this.glossaries.set(ownerId, { terms, version: version + 1, offers: [] });
    return Promise.resolve({ version: version + 1 });
  };

  private requireSet(identity: VideoIdentity): chapteringRpc.ChapterSet {
    if (this.refusal) throw this.refusal;
    const set = this.chapterSets.find(({ videoId }) => videoId === identity.videoId);
    if (!set || !this.isOwn(identity)) throw new AppError('conflict', 'This video has no transcript yet.');
    return set;
  }
}

const runningJob: chapteringRpc.LibraryJob = {
  ...{ id: '', kind: 'rename', from: 'speaker_0', to: 'Ann', isUndo: false, isRunning: true },
  ...{ videos: 2, done: 0, conflicts: 0, failed: 0, problem: '', lines: 0, undoUntil: undefined },
};

function endOf({ kind }: Operation): Partial<Operation> {
  return { state: 'done', progress: 100, result: `The ${kind}.` };
}
