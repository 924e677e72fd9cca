import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  COMMAND_BUS,
  METRICS,
  type Clock,
  type CommandBus,
  type Counter,
  type Metrics,
} from '@vault/platform';
import { answerWith } from '../videos/answer-with.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';
import { Changes } from '../messages/changes.ts';
import { ReceivedMessages } from '../messages/received-messages.ts';
import { RecordCache, type RecordKey } from './record-cache.ts';
import { serialize, type SerializedAnswer } from '../http/serialized-answer.ts';

/** Answers polls of one video, from memory while nothing changes. */
@Injectable()
export class PolledRecordService {
  private readonly cache: RecordCache;
  private readonly messages: ReceivedMessages;
  private readonly polls: Counter<'source'>;

  constructor(
    private readonly composer: VideoComposerService,
    changes: Changes,
    @Inject(COMMAND_BUS) commands: CommandBus,
    @Inject(CLOCK) clock: Clock,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.cache = new RecordCache(changes, clock);
    this.messages = new ReceivedMessages(commands, clock);
    this.polls = metrics.counter({
      name: 'video_polls_total',
      help: 'Answers with one video: from memory, read because there was none, or because messages may be missing.',
      labels: ['source'],
    });
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async get(key: RecordKey): Promise<SerializedAnswer> {
    if (!this.cache.find(key)) return this.read(key, 'read');
    if (!(await this.messages.areComplete())) return this.read(key, 'read-through');
    // A change may have arrived meanwhile.
    const kept = this.cache.find(key);
    if (!kept) return this.read(key, 'read');
    this.polls.add({ source: 'memory' });
    return kept;
  }

  private async read(key: RecordKey, source: 'read' | 'read-through'): Promise<SerializedAnswer> {
    this.polls.add({ source });
    const read = this.cache.beginRead(key);
    const record = await this.composer.get(key.ownerId, key.anyId);
    const answer = serialize(answerWith(record));
    this.cache.store(read, record, answer);
    return answer;
  }
}
