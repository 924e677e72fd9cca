import type {
  AuditRow,
  Dashboard,
  EmployeeRow,
  EmployeeVideoRow,
  StaffAccount,
  TeamRow,
  TokenHistoryRow,
} from '@vault/contracts';

/** A user in the admin area, with the changes of the test. */
export function anEmployee(change: Partial<EmployeeRow> = {}): EmployeeRow {
  return {
    _id: 'u1',
    firstname: 'Ada',
    lastname: 'Lovelace',
    email: 'ada@example.com',
    plan: 'free',
    posted_videos: 3,
    token_balance: 12_345,
    created_at: 1_763_000_500,
    membership_end: 4_070_908_800,
    is_active: true,
    version: 7,
    is_confirmed: true,
    upgrade_requested_at: null,
    ...change,
  };
}

/** A team in the admin area. */
export function aTeam(change: Partial<TeamRow> = {}): TeamRow {
  return {
    _id: 't1',
    name: 'Analytical Engines',
    owners: ['ada@example.com'],
    members: 12,
    member_limit: 500,
    plan: 'free',
    video_limit: 2,
    token_balance: 12_345,
    created_at: 1_763_000_500,
    membership_end: 4_070_908_800,
    is_active: true,
    upgrade_requested_at: null,
    single_sign_on: 'off',
    deletes_at: null,
    version: 4,
    ...change,
  };
}

/** A video in the admin area. */
export function anEmployeeVideo(change: Partial<EmployeeVideoRow> = {}): EmployeeVideoRow {
  return {
    _id: 'session-1',
    userId: { _id: 'u1', email: 'ada@example.com' },
    thumbnail: '/media/play-1/thumbnail.jpg',
    title: 'Retention by cohort',
    assetId: 'asset-1',
    created_at: 1_763_000_500,
    state: 'ready',
    duration: 1_200,
    ...change,
  };
}

/** An entry of a token history. */
export function aHistoryEntry(change: Partial<TokenHistoryRow> = {}): TokenHistoryRow {
  return {
    _id: 'operation-1',
    muxVideoId: { _id: 'session-1', title: 'Retention by cohort' },
    operationType: 'quotes',
    systemPrompt: 'Numbers first.',
    customPrompt: 'About prices.',
    resultString: 'They rise, and nobody knows why.',
    createdAt: 1_763_000_500,
    tokens: 52,
    state: 'done',
    ...change,
  };
}

/** A line of the audit log. */
export function anAuditLine(change: Partial<AuditRow> = {}): AuditRow {
  return {
    id: 'line-1',
    at: 1_763_000_500,
    actor: { id: 's1', email: 'charles@example.com' },
    action: 'edit-employee',
    subject: { id: 'u1', name: 'ada@example.com' },
    state: 'done',
    started_id: 'line-0',
    client_address: '203.0.113.9',
    before: { plan: 'free' },
    requested: null,
    after: { plan: 'executive' },
    msg: '',
    ...change,
  };
}

/** A staff account. */
export function aStaffAccount(change: Partial<StaffAccount> = {}): StaffAccount {
  return {
    id: 's1',
    email: 'charles@example.com',
    role: 'owner',
    is_active: true,
    created_at: 1_763_000_500,
    last_seen_at: 1_763_000_600,
    ...change,
  };
}

/** A dashboard without problems. */
export function aDashboard(change: Partial<Dashboard> = {}): Dashboard {
  return {
    users: { total: 1_234, created_7_days: 12 },
    videos: { total: 340, failed: 4, processing: 5 },
    failed_videos: [],
    stuck_videos: [],
    upgrade_requests: [],
    team_requests: [],
    missing: [],
    wrong_settings: [],
    ...change,
  };
}
