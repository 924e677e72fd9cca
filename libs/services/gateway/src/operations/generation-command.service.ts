import { Inject, Injectable } from '@nestjs/common';
import {
  errorCodes,
  type CommandType,
  type ErrorCode,
  type MessageData,
  type Operation,
  type VideoIdentity,
} from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, retryWhileUnavailable, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import type { Caller } from '../sessions/session.service.ts';
import { answerWith } from '../videos/answer-with.ts';
import { VideoComposerService, type GeneratedRecord } from '../videos/video-composer.service.ts';
import { toOperation } from '../videos/to-operation.ts';
import { OperationEnds } from './operation-ends.ts';

/** Maximum time to wait for an operation; then the client polls it. */
const waitMs = 25_000;

/** The commands that start a generation. */
export type GenerationCommand = Exclude<
  Extract<CommandType, `chaptering.${string}`>,
  'chaptering.save-chapters.v1'
>;

/** Starts generations in the chaptering service, and reads their operations. */
@Injectable()
export class GenerationCommandService {
  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ends: OperationEnds,
    private readonly links: MediaLinksService,
  ) {}

  /** @throws {AppError} not-found, also when it is somebody else's */
  async get(ownerId: string, operationId: string): Promise<Operation> {
    return toOperation(await this.chaptering.getOperation({ ownerId, operationId }));
  }

  /**
   * Starts a generation and waits for its end, at most 25 s, or until `signal` is aborted.
   * @throws {AppError} when chaptering refuses the command, or the operation fails
   */
  async generate<Type extends GenerationCommand>(
    type: Type,
    { caller, video }: { readonly caller: Caller; readonly video: VideoIdentity },
    data: Omit<MessageData<Type>, keyof VideoIdentity>,
    signal: AbortSignal,
  ) {
    const command = { ...video, ...data } as MessageData<Type> & VideoIdentity;
    const generated = await this.send(type, command, signal);
    const { operation } = generated;
    if (operation.state === 'failed') throw new AppError(codeOf(operation), operation.msg);
    const record = withLinks(generated.record, this.links.forUser(caller));
    return { ...answerWith(record), operation: toOperation(operation) };
  }

  private async send<Type extends GenerationCommand>(
    type: Type,
    data: MessageData<Type> & VideoIdentity,
    signal: AbortSignal,
  ): Promise<GeneratedRecord> {
    const { ownerId, videoId } = data;
    const watch = this.ends.watch(videoId);
    try {
      const { commandId: operationId } = await this.commands.send(type, data, { subject: videoId });
      const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
      for (;;) {
        await watch.next(over);
        // A restarted worker continues the operation, so keep waiting.
        const generated = await retryWhileUnavailable(
          () => this.composer.getGenerated({ ownerId, videoId }, operationId),
          () => over.aborted,
        );
        // Another operation of the video may have ended.
        if (hasEnded(generated.operation) || over.aborted) return generated;
      }
    } finally {
      watch.close();
    }
  }
}

function hasEnded({ state }: chapteringRpc.Operation): boolean {
  return state === 'done' || state === 'failed';
}

function codeOf({ code }: chapteringRpc.Operation): ErrorCode {
  return errorCodes.find((each) => each === code) ?? 'unavailable';
}
