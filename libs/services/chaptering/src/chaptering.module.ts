import { Module, type DynamicModule } from '@nestjs/common';
import { ExtractiveTextWriter, MuxVideoHost, textWriterOf } from '@vault/integrations';
import { CONFIG, LOGGER } from '@vault/platform';
import type { ChapteringConfig } from './chaptering.config.ts';
import { ChapteringCommands } from './chaptering.commands.ts';
import { ChapteringGrpc } from './chaptering.grpc.ts';
import { ChapteringListeners } from './chaptering.listeners.ts';
import { KEYLESS_WRITER, TEXT_WRITER, VIDEO_HOST } from './chaptering.tokens.ts';
import { ChapterSetRepository } from './chapters/chapter-set.repository.ts';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import { DraftRepository } from './drafts/draft.repository.ts';
import { JobWorker } from './jobs/job-worker.ts';
import { EndingService } from './jobs/ending.service.ts';
import { JobRunService } from './jobs/job-run.service.ts';
import { OperationReader } from './operations/operation-reader.ts';
import { OperationRepository } from './operations/operation.repository.ts';
import { OperationService } from './operations/operation.service.ts';
import { WritingService } from './writing/writing.service.ts';
import { CueReader } from './transcripts/cue-reader.ts';
import { TranscriptRepository } from './transcripts/transcript.repository.ts';

@Module({})
export class ChapteringModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: ChapteringModule,
      imports: [platform],
      controllers: [ChapteringGrpc],
      providers: [
        {
          provide: VIDEO_HOST,
          useFactory: (config: ChapteringConfig) => new MuxVideoHost(config),
          inject: [CONFIG],
        },
        { provide: TEXT_WRITER, useFactory: textWriterOf, inject: [CONFIG, LOGGER] },
        { provide: KEYLESS_WRITER, useClass: ExtractiveTextWriter },
        ChapteringCommands,
        ChapteringListeners,
        ChapterSetRepository,
        ChapterSetService,
        CueReader,
        DraftRepository,
        EndingService,
        JobRunService,
        JobWorker,
        OperationReader,
        OperationRepository,
        OperationService,
        SaveChaptersService,
        TranscriptRepository,
        WritingService,
      ],
    };
  }
}
