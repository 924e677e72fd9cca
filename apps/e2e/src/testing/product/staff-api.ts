import type { AuditRow, EmployeeRow, SessionUser, StaffSession } from '@vault/contracts';
import type { Api } from '../api/api.ts';
import { firstStaff } from './first-staff.ts';
import type { Product } from './product.ts';
import { until } from '../shared/until.ts';

/** Signs the first owner in as the user of a client, for routes of staff. The account is created after the product is ready. */
export async function signInFirstStaff(api: Api): Promise<void> {
  api.user = await until('staff to sign in', () =>
    api.ask<SessionUser>('POST', '/api/admin/login', firstStaff).catch(() => undefined),
  );
}

/** An HTTP client of a member of staff. */
export class StaffApi {
  readonly api: Api;
  session: StaffSession | undefined;

  constructor(product: Product) {
    this.api = product.api();
  }

  /** Signs in, as the first owner by default. Retries: the first account is created after the product is ready. */
  async signIn(person: { email: string; password: string } = firstStaff): Promise<StaffSession> {
    this.session = undefined;
    this.session = await until('staff to sign in', async () => {
      const { status, json } = await this.send('POST', '/api/admin/login', person);
      return status === 200 ? (json?.data as StaffSession) : undefined;
    });
    return this.session;
  }

  send(method: string, path: string, body?: unknown) {
    const { token } = this.session ?? {};
    return this.api.send(method, path, { body, headers: token ? { authorization: `Bearer ${token}` } : {} });
  }

  /** Sends a request that must succeed. @returns the whole answer */
  async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { status, json, text } = await this.send(method, path, body);
    if (status !== 200 || json?.status !== 'success')
      throw new Error(`${method} ${path} answered ${String(status)}: ${text.slice(0, 300)}`);
    return json as Answer;
  }

  async employee(email: string): Promise<EmployeeRow | undefined> {
    const found = await this.ask<{ data: EmployeeRow[] }>('GET', `/api/admin/employees?q=${email}`);
    return found.data.find((row) => row.email === email);
  }

  /** Lines of the audit log about a user or a member of staff, newest first. */
  async audit(subject: string): Promise<AuditRow[]> {
    return (await this.ask<{ data: AuditRow[] }>('GET', `/api/admin/audit?subject=${subject}`)).data;
  }
}
