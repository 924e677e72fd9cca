import { Module, type DynamicModule } from '@nestjs/common';
import { ExtractiveChapterWriter, MuxVideoHost, type VideoHostConfig } from '@vault/integrations';
import { CONFIG } from '@vault/platform';
import { ChapteringCommands } from './chaptering.commands.ts';
import { ChapteringGrpc } from './chaptering.grpc.ts';
import { ChapteringListeners } from './chaptering.listeners.ts';
import { CHAPTER_WRITER, VIDEO_HOST } from './chaptering.tokens.ts';
import { ChapterSetRepository } from './chapters/chapter-set.repository.ts';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { JobWorker } from './jobs/job-worker.ts';
import { WriteChaptersService } from './jobs/write-chapters.service.ts';
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
          useFactory: (config: VideoHostConfig) => new MuxVideoHost(config),
          inject: [CONFIG],
        },
        { provide: CHAPTER_WRITER, useClass: ExtractiveChapterWriter },
        ChapteringCommands,
        ChapteringListeners,
        ChapterSetRepository,
        ChapterSetService,
        JobWorker,
        TranscriptRepository,
        WriteChaptersService,
      ],
    };
  }
}
