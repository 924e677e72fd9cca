import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { VideoRecord } from '@vault/contracts';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { callerOf } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** The answer of a read of one video, as it is sent. */
export interface RecordAnswer {
  readonly body: Buffer;
  /** A strong entity tag: the hash of the body. */
  readonly etag: string;
  /** False while its chapters are missing: such an answer is not cached. */
  readonly isComplete: boolean;
}

interface CachedRead {
  readonly answer: Promise<RecordAnswer>;
}

/** A change at another replica, or of the video host, is visible after at most this time. */
const cachedForMs = 1_000;
const maxBytes = 32 * 1024 ** 2;
const maxRecords = 2_000;
/** Counted for a read that has not ended. */
const pendingBytes = 1_024;
const polledRoute = '/api/muxvideos/asset/:id';

/**
 * Caches the answers of reads of one video for a second, so that polls are cheap. The time counts from before the
 * record was read. Any other call of the same person removes their answers: nobody reads a record that is older than
 * what they have done or seen at this gateway.
 */
@Injectable()
export class RecordCacheService implements OnModuleInit {
  private readonly reads = new LRUCache<string, CachedRead>({
    max: maxRecords,
    maxSize: maxBytes,
    ttl: cachedForMs,
    ttlResolution: 0,
    ttlAutopurge: true,
  });

  constructor(
    private readonly composer: VideoComposerService,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Removes the answers of the caller before the answer of any other call is sent. */
  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request, _reply, _payload, done) => {
      const caller = request.routeOptions.url === polledRoute ? undefined : callerOf(request);
      if (caller) this.forget(caller.user.id);
      done();
    });
  }

  /**
   * @param isForced whether the record is read from its owners in any case
   * @throws {AppError} not-found, also when the video is somebody else's
   */
  read(ownerId: string, anyId: string, isForced: boolean): Promise<RecordAnswer> {
    const key = keyOf(ownerId, anyId);
    const cached = isForced ? undefined : this.reads.get(key);
    if (cached) return cached.answer;
    const start = performance.now();
    const answer = this.composer.get(ownerId, anyId).then(toAnswer);
    const read = { answer };
    this.reads.set(key, read, { start, size: pendingBytes });
    const isStillWanted = () => this.reads.peek(key) === read;
    answer.then(
      ({ body, isComplete }) => {
        if (!isStillWanted()) return;
        if (isComplete) this.reads.set(key, { answer }, { start, size: body.length });
        else this.reads.delete(key);
      },
      () => isStillWanted() && this.reads.delete(key),
    );
    return answer;
  }

  /** Reads of this person that have begun are not cached. */
  forget(ownerId: string): void {
    const own = [...this.reads.keys()].filter((key) => key.startsWith(keyOf(ownerId, '')));
    for (const key of own) this.reads.delete(key);
  }
}

/** The id of an owner has no line break. */
function keyOf(ownerId: string, anyId: string): string {
  return `${ownerId}\n${anyId}`;
}

function toAnswer(record: VideoRecord): RecordAnswer {
  const body = Buffer.from(JSON.stringify(answerWith(record)));
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { body, etag, isComplete: !record.chaptersMissing };
}
