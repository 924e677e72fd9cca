import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  CONFIG,
  LOGGER,
  type Clock,
  PeriodicTask,
  PeriodicTaskProvider,
  type Logger,
} from '@vault/base';
import { adviceOn, PasswordHasher } from '@vault/identity';
import type { AdminConfig } from '../config/admin.config.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';

const retryAfterMs = 1_000;

/** Creates the first member of staff, with the role `owner`, when there is none. */
@Injectable()
export class InitialStaffAccount extends PeriodicTaskProvider {
  protected override readonly work: PeriodicTask;
  private readonly creation = Promise.withResolvers<boolean>();

  constructor(
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly hasher: PasswordHasher,
    @Inject(CONFIG) private readonly config: AdminConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    // The store may become available after this process has started.
    const work = () => this.createIfMissing();
    this.work = new PeriodicTask({
      name: 'creating the first member of staff',
      everyMs: retryAfterMs,
      work,
      logger,
    });
  }

  /** Whether this process created the account; resolves after the check. */
  get created(): Promise<boolean> {
    return this.creation.promise;
  }

  private async createIfMissing(): Promise<void> {
    const members = await this.roster.members();
    const isCreated = members.length === 0 && (await this.create());
    this.creation.resolve(isCreated);
    // Not awaited: `stop` waits for the current run, which is this one.
    void this.work.stop();
  }

  private async create(): Promise<boolean> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.config;
    if (email === undefined || password === undefined) {
      this.logger.warn(
        {},
        'nobody can sign in as staff: set ADMIN_EMAIL and ADMIN_PASSWORD, or add somebody with the staff command',
      );
      return false;
    }
    const advice = await adviceOn(password, email);
    if (advice !== undefined) {
      this.logger.error({ advice }, 'nobody can sign in as staff: ADMIN_PASSWORD is commonly guessed');
      return false;
    }
    const id = randomUUID();
    await this.credentials.add(id, await this.hasher.hash(password, id));
    const first = { id, email, role: 'owner', isActive: true, createdAt: this.clock.now() } as const;
    const isFirst = await this.roster.addFirst(first);
    if (isFirst) this.logger.info({ staffId: id }, 'the first member of staff was created');
    else await this.credentials.remove(id);
    return isFirst;
  }
}
