import { AppError } from '@vault/base';
import type { Seals, SsoProvider } from '@vault/identity';
import type { TeamProvider, TeamSso } from '../domain/team-sso.ts';

/** Where the secret of a team's provider is sealed for. */
export function secretPlaceOf(ownerId: string): string {
  return `teams ${ownerId}`;
}

/** @throws {AppError} `conflict` when the key that its secret was sealed with is gone */
export function toProvider(
  seals: Seals,
  ownerId: string,
  { issuer, clientId, sealedSecret }: TeamProvider,
  { groupsClaim }: Pick<TeamSso, 'groupsClaim'>,
): SsoProvider {
  const clientSecret = seals.open(sealedSecret, secretPlaceOf(ownerId));
  if (clientSecret !== undefined)
    return { issuer, clientId, clientSecret, ...(groupsClaim !== undefined && { groupsClaim }) };
  throw new AppError('conflict', 'An owner has to enter the client secret of the provider again.');
}

/** The provider with its secret sealed with the newest key; undefined when it is so already, or cannot be opened. */
export function sealedAgain(seals: Seals, ownerId: string, provider: TeamProvider): TeamProvider | undefined {
  if (seals.isCurrent(provider.sealedSecret)) return undefined;
  const place = secretPlaceOf(ownerId);
  const secret = seals.open(provider.sealedSecret, place);
  return secret === undefined ? undefined : { ...provider, sealedSecret: seals.seal(secret, place) };
}
