import type { AccountRecord, AccountSession, LedgerRow } from '@vault/contracts';

const now = Math.floor(Date.now() / 1_000);
const day = 86_400;

/** An account with a trial that ends in a day, with the changes of the test. */
export function anAccount(change: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: 'u1',
    email: 'ada@example.org',
    firstname: 'Ada',
    lastname: 'Lovelace',
    plan: 'free',
    membership_end: now + day,
    created_at: now - 2 * day,
    token_balance: 63_800,
    granted: 38_800,
    added: 25_000,
    monthly_tokens: 50_000,
    video_limit: 2,
    is_confirmed: true,
    upgrade_requested_at: null,
    ready_mail: true,
    ...change,
  };
}

/** A ledger row for quotes of an existing video, with the changes of the test. */
export function aLedgerRow(id: string, change: Partial<LedgerRow> = {}): LedgerRow {
  return {
    id,
    at: now - 3_600,
    amount: -1_200,
    purpose: 'quotes',
    operation_id: 'o',
    video: { id: 'session-1', title: 'Retention by cohort' },
    ...change,
  };
}

/** The current session, with the changes of the test. */
export function aSession(change: Partial<AccountSession> = {}): AccountSession {
  return {
    id: 's1',
    created_at: now - 3 * day,
    last_seen_at: now - 60,
    client_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    is_current: true,
    ...change,
  };
}
