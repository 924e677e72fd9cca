import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  errorCodes,
  type Chapter,
  type CommandType,
  type ErrorCode,
  type MessageData,
  type Operation,
  type VideoRecord,
} from '@vault/contracts';
import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import { untilBack } from '../http/until-back.ts';
import { VideoComposerService, type VideoIdentity } from '../videos/video-composer.service.ts';
import { toOperation } from './to-operation.ts';

const pollMs = 200;
/** As long as a request may reasonably take; then the page asks for the operation itself. */
const waitMs = 25_000;

/** The commands that have something written. */
export type WritingCommand = Exclude<
  Extract<CommandType, `chaptering.${string}`>,
  'chaptering.save-chapters.v1'
>;

/** The record after something was asked to be written, and how that went. */
export interface WrittenAnswer {
  readonly status: 'success';
  readonly data: VideoRecord;
  readonly chapters: readonly Chapter[];
  readonly operation: Operation;
}

/** Has things written by the chaptering service, and knows how that goes. */
@Injectable()
export class OperationService {
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
  ) {
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /** @throws {AppError} not-found, also when it is somebody else's */
  async get(ownerId: string, operationId: string): Promise<Operation> {
    return toOperation(await this.chaptering.getOperation({ ownerId, operationId }));
  }

  /**
   * Has something written and waits for its end, as long as somebody waits for the answer and no longer than a request may take.
   * @throws {AppError} what the owner said, at once or when it failed
   */
  async write<Type extends WritingCommand>(
    type: Type,
    data: MessageData<Type> & VideoIdentity,
    signal: AbortSignal,
  ): Promise<WrittenAnswer> {
    const { ownerId, videoId } = data;
    const operationId = await this.commands.send(type, data, { subject: videoId });
    const operation = await this.settle(ownerId, operationId, signal);
    if (operation.state === 'failed') throw new AppError(codeOf(operation), operation.msg);
    const record = await this.composer.getWritten({ ownerId, videoId });
    return {
      status: 'success',
      data: record,
      chapters: record.chapters,
      operation: toOperation(operation),
    };
  }

  private async settle(
    ownerId: string,
    operationId: string,
    signal: AbortSignal,
  ): Promise<chapteringRpc.Operation> {
    const giveUpAt = Date.now() + waitMs;
    const isOver = () => signal.aborted || Date.now() >= giveUpAt;
    for (;;) {
      // A worker that restarts goes on with what it was writing: so does the waiting.
      const operation = await untilBack(() => this.chaptering.getOperation({ ownerId, operationId }), isOver);
      if (hasEnded(operation) || isOver()) return operation;
      await wait(pollMs);
    }
  }
}

function hasEnded({ state }: chapteringRpc.Operation): boolean {
  return state === 'done' || state === 'failed';
}

function codeOf({ code }: chapteringRpc.Operation): ErrorCode {
  return errorCodes.find((known) => known === code) ?? 'unavailable';
}
