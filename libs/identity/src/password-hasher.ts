import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '@vault/base';

/** argon2id with 19 MiB, two passes, one lane: OWASP's minimum. The package's enum does not exist at run time. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const concurrency = 2;
/** About a second of work on two cores; further calls are refused at once. */
const maxWaiting = 200;
/** After this time the caller's deadline has passed. */
const maxWaitMs = 2_000;

/** Hashes and checks passwords, a few at a time, so that many sign-ins cannot exhaust the memory. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue = new PQueue({ concurrency });
  private decoy = '';

  async onModuleInit(): Promise<void> {
    this.decoy = await this.hash(randomBytes(32).toString('base64'));
  }

  /** @throws {AppError} `unavailable` when the queue is full */
  assertRoom(): void {
    if (this.queue.size >= maxWaiting) throw busy();
  }

  /** @throws {AppError} `unavailable` when the queue is full */
  hash(password: string): Promise<string> {
    return this.run(() => hash(plain(password), argon2id));
  }

  /**
   * Whether the password belongs to the hash. Without a hash it returns false after the same work.
   * @throws {AppError} `unavailable` when the queue is full
   */
  async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    const isRight = await this.run(() => verify(passwordHash ?? this.decoy, plain(password)));
    return isRight && passwordHash !== undefined;
  }

  private async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.assertRoom();
    const since = performance.now();
    return this.queue.add(() => {
      if (performance.now() - since > maxWaitMs) throw busy();
      return work();
    });
  }
}

/** Normalises, because keyboards produce the same letter with different code points. */
function plain(password: string): string {
  return password.normalize('NFC');
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'Too many people are signing in right now. Please try again in a moment.',
  );
}
