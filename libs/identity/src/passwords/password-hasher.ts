import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@vault/base';
import { FairQueue, QueueFullError } from '@vault/worker-pool';

/** argon2id with 19 MiB, two passes, one lane: OWASP's minimum. The package's enum does not exist at run time. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A call takes about 50 ms: an owner's share is more than one second of work. */
const turns = { slots: 2, slotsPerOwner: 2, waiting: 200, waitingPerOwner: 50 };
/** After this time the caller's deadline has passed. */
const maxWaitMs = 2_000;

/**
 * Hashes and checks passwords, a few at a time, so that many sign-ins cannot exhaust the memory. Owners take turns: the
 * address that a sign-in comes from, or the account of a person who is signed in.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue = new FairQueue(turns);
  private decoy = '';

  async onModuleInit(): Promise<void> {
    this.decoy = await this.hash(randomBytes(32).toString('base64'), '');
  }

  /** @throws {AppError} `unavailable` when the queue is full for this owner */
  assertRoom(owner: string): void {
    try {
      this.queue.assertRoom(owner);
    } catch (error) {
      throw busy(error);
    }
  }

  /** @throws {AppError} `unavailable` when the queue is full for this owner */
  hash(password: string, owner: string): Promise<string> {
    return this.run(owner, () => hash(plain(password), argon2id));
  }

  /**
   * Whether the password belongs to the hash. Without a hash it returns false after the same work.
   * @throws {AppError} `unavailable` when the queue is full for this owner
   */
  async matches(password: string, passwordHash: string | undefined, owner: string): Promise<boolean> {
    const isRight = await this.run(owner, () => verify(passwordHash ?? this.decoy, plain(password)));
    return isRight && passwordHash !== undefined;
  }

  private async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const waited = AbortSignal.timeout(maxWaitMs);
    try {
      return await this.queue.run(owner, work, waited);
    } catch (error) {
      throw error instanceof QueueFullError || error === waited.reason ? busy(error) : error;
    }
  }
}

/** Normalises, because keyboards produce the same letter with different code points. */
function plain(password: string): string {
  return password.normalize('NFC');
}

function busy(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'Too many people are signing in right now. Please try again in a moment.',
    { cause },
  );
}
