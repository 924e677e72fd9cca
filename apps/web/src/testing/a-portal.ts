import type { PortalRecord } from '@vault/contracts';

/** A portal of the whole library that is not published, with the changes of the test. */
export function aPortal(change: Partial<PortalRecord> = {}): PortalRecord {
  return {
    id: 'portal-1',
    link: 'https://vault.example.com/p/acme-talks',
    name: 'Acme talks',
    slug: 'acme-talks',
    intro: '',
    video_ids: null,
    accent: null,
    theme: 'auto',
    shows: ['transcript', 'quotes', 'search'],
    audience: 'anyone',
    domains: [],
    is_listed: true,
    ends_at: null,
    hidden: [],
    is_published: false,
    logo: null,
    links: [],
    plays: {},
    version: 1,
    created_at: 1_767_225_600,
    ...change,
  };
}
