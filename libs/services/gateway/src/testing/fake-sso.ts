import type { authRpc } from '@vault/contracts/rpc';

/** How the people of every team sign in, with everything set up. */
export const usualSso: authRpc.Sso = {
  domains: [
    {
      ...{ name: 'acme.test', state: 'verified', recordName: '_webinar-vault.acme.test' },
      ...{ recordValue: 'wv-verify=1', checkedAt: 1_795_000_000, verifiedAt: 1_795_000_000 },
    },
    {
      ...{ name: 'new.test', state: 'waiting', recordName: '_webinar-vault.new.test' },
      ...{ recordValue: 'wv-verify=2', found: 'wv-verify=3' },
    },
  ],
  provider: {
    ...{ issuer: 'https://id.acme.test', clientId: 'webinars', secretSetAt: 1_795_000_000 },
    ...{ algorithms: ['RS256'], keyCount: 2, hasBackChannel: true },
  },
  newPeople: 'viewer',
  groups: [{ name: 'Marketing', role: 'editor' }],
  trustsAddresses: false,
  test: {
    ...{ at: 1_795_000_000, by: 'Ada Lovelace', isPassed: true },
    checks: [{ what: 'signature', isOk: true, text: 'Signed with RS256.' }],
  },
  requirement: { since: 1_795_000_000, emergencyOwner: 'ada' },
  obstacle: '',
  membersInside: 2,
  membersSignedIn: 1,
  addressesOutside: ['cy@example.org'],
  removable: [{ id: 'cy', name: 'Cy Wu', email: 'cy@example.org' }],
};

const session = (id: string) => ({
  token: `token-of-${id}`,
  user: {
    ...{ id, email: `${id}@acme.test`, firstname: 'Ada', lastname: 'Lovelace' },
    ...{ plan: 'free', membershipEnd: 1_795_000_000 },
  },
});

/** The calls about single sign-on of a fake auth service. */
export class FakeSso {
  constructor(private readonly heard: [string, unknown][]) {}

  getSso(): authRpc.Sso {
    return usualSso;
  }
  addDomain(request: authRpc.DomainRequest) {
    return this.hear('add domain', request);
  }
  checkDomain(request: authRpc.DomainRequest) {
    return this.hear('check domain', request);
  }
  removeDomain(request: authRpc.DomainRequest) {
    return this.hear('remove domain', request);
  }
  setSsoProvider(request: authRpc.SetSsoProviderRequest) {
    return this.hear('set provider', request);
  }
  removeSsoProvider(request: authRpc.OwnerRequest) {
    return this.hear('remove provider', request);
  }
  setSsoPeople(request: authRpc.SetSsoPeopleRequest) {
    return this.hear('set people', request);
  }
  setSsoRequirement(request: authRpc.SetSsoRequirementRequest) {
    return this.hear('set requirement', request);
  }
  testSso(request: authRpc.BeginSsoRequest) {
    this.heard.push(['test', request]);
    return { url: 'https://id.acme.test/authorize', browserKey: 'key-of-the-test' };
  }
  beginSso(request: authRpc.BeginSsoRequest) {
    this.heard.push(['begin', request]);
    return { url: 'https://id.acme.test/authorize', browserKey: 'key-of-the-browser' };
  }
  finishSso(request: authRpc.FinishSsoRequest): authRpc.FinishedSso {
    this.heard.push(['finish', request]);
    const { ownerId, query } = request;
    if (query.startsWith('test')) return { ownerId };
    const link = { token: 'a-token-of-a-link-of-this-test', email: 'ada@acme.test', team: 'Acme' };
    return query.startsWith('link') ? { ownerId, link } : { ownerId, session: session('ada') };
  }
  linkSso(request: authRpc.LinkSsoRequest): authRpc.FinishedSso {
    this.heard.push(['link', request]);
    return { ownerId: 'acme', session: session('ada') };
  }
  signOutByProvider(request: authRpc.SignOutByProviderRequest) {
    this.heard.push(['sign out', request]);
    return {};
  }

  private hear(what: string, request: unknown): authRpc.Sso {
    this.heard.push([what, request]);
    return usualSso;
  }
}
