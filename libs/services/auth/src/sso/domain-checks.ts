import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, CONFIG, currentActor, LOGGER, type Clock, type Logger } from '@vault/base';
import { txtRecordsOf } from '@vault/integrations';
import { isDuplicateKey } from '@vault/store';
import type { AuthConfig } from '../config/auth.config.ts';
import { loseDomain, recordNameOf, stateOf, withRecords } from '../domain/team-sso.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import { ssoChange, ssoOf, type SsoEntry } from './sso-change.ts';

const deadlineMs = 5_000;

/** Looks for the records that prove whose a domain is. */
@Injectable()
export class DomainChecks {
  constructor(
    private readonly teams: TeamRepository,
    private readonly mails: MailOutbox,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'DNS_SERVERS'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Looks for the record of a domain now.
   * @throws {AppError} `not-found` when the team has not named it; `conflict` when another team has verified it;
   *   `unavailable` when the name servers do not answer
   */
  async check(ownerId: string, name: string): Promise<void> {
    const { domains } = ssoOf(await this.teams.get(ownerId));
    if (!domains.some((domain) => domain.name === name)) throw AppError.notFound('The domain');
    const records = await txtRecordsOf(recordNameOf(name), { servers: this.config.DNS_SERVERS, deadlineMs });
    try {
      await this.store(ownerId, name, records);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.takeFromLoser(name);
      await this.store(ownerId, name, records);
    }
  }

  private async store(ownerId: string, name: string, records: readonly string[]): Promise<void> {
    let becomes: 'verified' | 'lost' | undefined;
    const changed = await this.teams.change(ownerId, (team) => {
      const now = this.clock.now();
      const before = ssoOf(team);
      const sso = withRecords(before, name, records, now);
      const [was, is] = [before, sso].map(({ domains }) => domains.find((domain) => domain.name === name));
      becomes = undefined;
      if (!was || !is) return undefined;
      const [from, to] = [stateOf(was), stateOf(is)];
      if (from !== to && to !== 'waiting') becomes = to;
      return ssoChange(team, sso, now, becomes && entryOf(name, becomes));
    });
    if (becomes === undefined) return;
    this.logger.info({ ownerId, domain: name, state: becomes }, 'the state of a domain has changed');
    if (becomes === 'lost')
      await this.mails.toOwners(changed, 'domain-lost', `${name}:${this.clock.now().toISOString()}`);
  }

  /** @throws {AppError} `conflict` unless the domain is lost to the team that has it */
  private async takeFromLoser(name: string): Promise<void> {
    const holder = await this.teams.ofDomain(name);
    if (!holder) return;
    await this.teams.change(holder._id, (team) => {
      const sso = ssoOf(team);
      const domain = sso.domains.find((each) => each.name === name);
      if (domain && stateOf(domain) !== 'lost')
        throw new AppError('conflict', `Another team has proved that ${name} is theirs.`);
      // Not by who has verified it: they are no member of this team.
      const entry = { action: 'auth.remove-domain', fields: { domain: name }, isByProduct: true } as const;
      return ssoChange(team, loseDomain(sso, name), this.clock.now(), entry);
    });
    this.logger.warn({ ownerId: holder._id, domain: name }, 'a lost domain was verified by another team');
  }
}

/** Owners who look for a record prove a domain; nobody loses one, whoever looks. */
function entryOf(domain: string, becomes: 'verified' | 'lost'): SsoEntry {
  if (becomes === 'lost') return { action: 'auth.lose-domain', fields: { domain }, isByProduct: true };
  const isByProduct = currentActor() === undefined;
  return { action: 'auth.verify-domain', fields: { domain }, isByProduct };
}
