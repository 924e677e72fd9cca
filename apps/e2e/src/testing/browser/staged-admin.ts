import type {
  AuditRow,
  Dashboard,
  EmployeeRow,
  EmployeeVideoRow,
  StaffAccount,
  TokenHistoryRow,
} from '@vault/contracts';
import { refuse, succeed } from './staged-api.ts';
import type { StagedRequest, StagedApi } from './staged-api.ts';

/** The number of users for which the product promises paging. */
export const manyUsers = 10_000;
const manyVideos = 240;
const daySeconds = 86_400;
/** All staged times are relative to the start of the current day (UTC). */
const stagedNow = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds;

const firstnames = [
  'Ada',
  'Grace',
  'Katherine',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Margaret',
  'Tim',
  'Radia',
];
const lastnames = [
  'Lovelace',
  'Hopper',
  'Johnson',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Hamilton',
  'Berners-Lee',
];

const pick = <Item>(items: readonly Item[], n: number) => items[n % items.length]!;

/** The n-th user, with changes of the test. */
export function stagedUser(n: number, change: Partial<EmployeeRow> = {}): EmployeeRow {
  const firstname = pick(firstnames, n);
  const lastname = pick(lastnames, n);
  return {
    _id: `user-${String(n)}`,
    firstname,
    lastname,
    email: `${firstname}.${lastname}.${String(n)}@example.com`.toLowerCase(),
    plan: n % 3 === 0 ? 'executive' : 'free',
    posted_videos: n % 7,
    token_balance: (n * 7_919) % 1_000_000,
    created_at: stagedNow - n * 4_000,
    membership_end: stagedNow + 40 * daySeconds,
    is_active: true,
    version: 1,
    is_confirmed: true,
    upgrade_requested_at: null,
    ...change,
  };
}

/** Users with unusual data are the first rows. */
const unusualUsers: readonly Partial<EmployeeRow>[] = [
  {},
  { upgrade_requested_at: stagedNow - daySeconds, plan: 'free' },
  { membership_end: stagedNow - 3 * daySeconds, plan: 'free' },
  { is_active: false },
  { is_confirmed: false, plan: 'executive' },
  {
    firstname: 'Wolfeschlegelsteinhausenbergerdorff',
    lastname: 'von und zu Hohenzollern-Sigmaringen-Bergerhausen',
    email:
      'wolfeschlegelsteinhausenbergerdorff.von.und.zu.hohenzollern@a-company-with-a-long-name.example.com',
    token_balance: 987_654_321,
    is_active: false,
    upgrade_requested_at: stagedNow - 9 * daySeconds,
  },
  { posted_videos: null },
];

export const stagedUsers: readonly EmployeeRow[] = Array.from({ length: manyUsers }, (_user, n) =>
  stagedUser(n, unusualUsers[n]),
);

export function stagedAdminVideo(n: number, change: Partial<EmployeeVideoRow> = {}): EmployeeVideoRow {
  const owner = stagedUsers[n % 9]!;
  return {
    _id: `session-${String(n)}`,
    userId: { _id: owner._id, email: owner.email },
    thumbnail: `/media/${String(n)}/thumbnail.jpg`,
    title: pick(['Pricing by cohort', 'Growing a company on webinars', 'What the trial is for'], n),
    // As long as the ids of the video engine.
    assetId: `7b8c85ea65457f418de86214cb125ed27113${String(n).padStart(4, '0')}`,
    created_at: stagedNow - n * 9_000,
    state: 'ready',
    duration: 3_540,
    ...change,
  };
}

const failure = {
  step: 'captioning',
  reason: 'The sound of this recording could not be read to its end.',
  retryable: true,
} as const;

const notReady: readonly Partial<EmployeeVideoRow>[] = [
  {},
  { state: 'failed', failure },
  {
    state: 'captioning',
    title: 'Under direction for four hours, with a title that does not end before the line does',
  },
  { state: 'uploading', thumbnail: '', assetId: '', title: '' },
  {
    state: 'failed',
    failure: { step: 'processing', reason: 'There is no picture and no sound in it.', retryable: false },
  },
];

export const stagedVideos: readonly EmployeeVideoRow[] = Array.from({ length: manyVideos }, (_video, n) =>
  stagedAdminVideo(n, notReady[n]),
);

const systemPrompt =
  'You find quotations in transcripts of webinars.\nAnswer with a JSON array. Each quote needs a timecode two seconds before it begins. '.repeat(
    6,
  );

export const stagedHistory: readonly TokenHistoryRow[] = Array.from({ length: 60 }, (_entry, n) => ({
  _id: `operation-${String(n)}`,
  muxVideoId: { _id: `session-${String(n)}`, title: n === 3 ? '' : stagedVideos[n]!.title },
  operationType: pick(['quotes', 'chapters', 'search', 'summary'] as const, n),
  systemPrompt,
  customPrompt: n % 2 === 0 ? 'Prefer what was said about prices, and nothing else.' : '',
  resultString:
    n === 2
      ? ''
      : '[{"timecode":"00:05:31","quote":"We stopped selling the trial and started teaching in it."}]',
  createdAt: stagedNow - n * 5_000,
  tokens: n === 2 ? null : 52 + n,
  state: n === 2 ? 'running' : n === 4 ? 'failed' : 'done',
}));

export const stagedStaff: readonly StaffAccount[] = [
  {
    id: 'staff-1',
    email: 'charles@example.com',
    role: 'owner',
    is_active: true,
    created_at: stagedNow - 90 * daySeconds,
    last_seen_at: stagedNow - 30,
  },
  {
    id: 'staff-2',
    email: 'a.member.of.staff.with.a.long.address@a-company-with-a-long-name.example.com',
    role: 'support',
    is_active: false,
    created_at: stagedNow - 20 * daySeconds,
    last_seen_at: null,
  },
];

const actor = { id: 'staff-1', email: 'charles@example.com' };
const subject = { id: 'user-1', name: stagedUsers[1]!.email };
const edit = { actor, action: 'edit-employee', subject, client_address: '203.0.113.9', msg: '' } as const;

export const stagedAudit: readonly AuditRow[] = [
  {
    ...edit,
    id: 'line-3',
    at: stagedNow - 20,
    state: 'failed',
    started_id: 'line-0',
    before: null,
    requested: null,
    after: null,
    msg: 'Somebody has changed this user meanwhile.',
  },
  {
    ...edit,
    id: 'line-2',
    at: stagedNow - 60,
    state: 'done',
    started_id: 'line-1',
    before: { plan: 'free', membership_end: stagedNow },
    requested: null,
    after: { plan: 'executive', membership_end: stagedNow + 30 * daySeconds },
  },
  {
    ...edit,
    id: 'line-1',
    at: stagedNow - 61,
    state: 'started',
    started_id: null,
    before: { plan: 'free', membership_end: stagedNow },
    requested: { plan: 'executive', membership_end: stagedNow + 30 * daySeconds },
    after: null,
  },
  {
    ...edit,
    id: 'line-0',
    at: stagedNow - 900,
    action: 'login',
    subject: null,
    state: 'done',
    started_id: null,
    client_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    before: null,
    requested: null,
    after: null,
  },
];

export function stagedDashboard(change: Partial<Dashboard> = {}): Dashboard {
  return {
    users: { total: manyUsers, created_7_days: 148 },
    videos: { total: 3_412, failed: 2, processing: 7 },
    failed_videos: [stagedVideos[1]!, stagedVideos[4]!],
    stuck_videos: [stagedVideos[2]!],
    upgrade_requests: [stagedUsers[1]!, stagedUsers[4]!],
    missing: [],
    wrong_settings: [],
    ...change,
  };
}

type Row = Readonly<Record<string, unknown>>;

const filters: Readonly<Record<string, (row: Row, value: string) => boolean>> = {
  q: (row, value) => JSON.stringify(row).toLowerCase().includes(value.toLowerCase()),
  plan: (row, value) => row['plan'] === value,
  state: (row, value) =>
    value === 'inactive'
      ? row['is_active'] === false
      : value === 'expiring'
        ? (row['membership_end'] as number) < stagedNow + 7 * daySeconds
        : value === 'upgrade-requested'
          ? row['upgrade_requested_at'] !== null
          : row['state'] === value,
};

const key = (row: Row, field: string) => row[field === 'name' ? 'firstname' : field] as string | number;

/** A page of rows as the product returns it: filtered and sorted, with the total. */
export function pageOf(rows: readonly object[], { query }: StagedRequest) {
  let found = rows as readonly Row[];
  for (const [name, isMatch] of Object.entries(filters)) {
    const value = query.get(name);
    if (value) found = found.filter((row) => isMatch(row, value));
  }
  const sort = query.get('sort') ?? '';
  const field = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  if (field)
    found = found.toSorted((left, right) => (key(left, field) < key(right, field) ? -direction : direction));
  const limit = Number(query.get('limit') ?? found.length);
  const from = (Number(query.get('page') ?? 1) - 1) * limit;
  return succeed(found.slice(from, from + limit), { total: found.length });
}

/** Stages the answers to all requests of the admin area. */
export function stageAdmin(staged: StagedApi, role: 'owner' | 'support' = 'owner'): void {
  const list = (route: string, rows: readonly object[]) =>
    staged.on(route, (playwrightRoute, request) => pageOf(rows, request)(playwrightRoute));
  staged.on('POST /admin/check', succeed({ id: 'staff-1', email: 'charles@example.com', role }));
  staged.on('POST /admin/logout', succeed({}));
  staged.on('GET /admin/dashboard', succeed(stagedDashboard()));
  staged.on('GET /admin/staff', succeed(stagedStaff));
  list('GET /admin/employees', stagedUsers);
  list('GET /admin/videos', stagedVideos);
  list('GET /admin/audit', stagedAudit);
  list('GET /admin/employee-token-histories/user-1', stagedHistory);
  staged.on('GET /admin/employee-token-histories/nobody', refuse(404, 'There is no such user.'));
}
