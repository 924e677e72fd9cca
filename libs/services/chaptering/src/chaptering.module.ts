import type { ModuleMetadata } from '@nestjs/common';
import { ExtractiveTextWriter, textWriterOf, videoHostProvider } from '@vault/integrations';
import { CONFIG, HEALTH, LOGGER } from '@vault/base';
import { VideoOwners } from '@vault/rpc';
import { ownerDeletionProviders } from '@vault/store';
import { ChapteringGrpc } from './chaptering.grpc.ts';
import { EXTRACTIVE_WRITER, POLL_MS, TEXT_WRITER } from './config/chaptering.tokens.ts';
import { ChapterSetRepository } from './chapter-sets/chapter-set.repository.ts';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { CorrectCaptionsService } from './chapters/correct-captions.service.ts';
import { EditTranscriptService } from './chapters/edit-transcript.service.ts';
import { ReplaceCaptionsService } from './chapters/replace-captions.service.ts';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import { VideoMoveService } from './chapters/video-move.service.ts';
import { GenerationService } from './generation/generation.service.ts';
import { GenerationWorker } from './generation/generation.worker.ts';
import { GlossaryRepository } from './glossary/glossary.repository.ts';
import { GlossarySearchService } from './glossary/glossary-search.service.ts';
import { GlossaryService } from './glossary/glossary.service.ts';
import { HistoryRepository } from './operations/history.repository.ts';
import { HistoryService } from './operations/history.service.ts';
import { OperationReader } from './operations/operation-reader.ts';
import { OperationRepository } from './operations/operation.repository.ts';
import { LibraryJobRepository } from './library-jobs/library-job.repository.ts';
import { LibraryJobService } from './library-jobs/library-job.service.ts';
import { LibraryJobWorker } from './library-jobs/library-job.worker.ts';
import { AccessEndService } from './owners/access-end.service.ts';
import { OwnedDataService } from './owners/owned-data.service.ts';
import { ModelBudget } from './model-use/model-budget.ts';
import { ModelUseRepository } from './model-use/model-use.repository.ts';
import { SettlementService } from './generation/settlement.service.ts';
import { TextGenerationService } from './generation/text-generation.service.ts';
import { CueReader } from './transcripts/cue-reader.ts';
import { PresentTranscripts } from './transcripts/present-transcripts.ts';
import { TranscriptRepository } from './transcripts/transcript.repository.ts';

/** What the chaptering service adds to the container. */
export const chapteringModule = {
  controllers: [ChapteringGrpc],
  providers: [
    videoHostProvider,
    { provide: TEXT_WRITER, useFactory: textWriterOf, inject: [CONFIG, LOGGER, HEALTH] },
    { provide: EXTRACTIVE_WRITER, useClass: ExtractiveTextWriter },
    // Short, compared with the 15 s of a lease: it adds little to the time until a dead worker is replaced.
    { provide: POLL_MS, useValue: 3_000 },
    ...ownerDeletionProviders('chaptering', OwnedDataService),
    AccessEndService,
    ChapterSetRepository,
    ChapterSetService,
    CorrectCaptionsService,
    CueReader,
    EditTranscriptService,
    GenerationService,
    GenerationWorker,
    GlossaryRepository,
    GlossarySearchService,
    GlossaryService,
    HistoryRepository,
    HistoryService,
    LibraryJobRepository,
    LibraryJobService,
    LibraryJobWorker,
    ModelBudget,
    ModelUseRepository,
    OperationReader,
    OperationRepository,
    OwnedDataService,
    PresentTranscripts,
    ReplaceCaptionsService,
    SaveChaptersService,
    TranscriptRepository,
    SettlementService,
    TextGenerationService,
    VideoMoveService,
    VideoOwners,
  ],
} satisfies ModuleMetadata;
