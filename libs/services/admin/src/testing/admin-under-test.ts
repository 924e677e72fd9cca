import { getConnectionToken } from '@nestjs/mongoose';
import type { AdminCommandType, MessageData } from '@vault/contracts';
import { adminRpc } from '@vault/contracts/rpc';
import { CommandBus, type CommandResult, type SendOptions } from '@vault/messaging';
import { createRpcClient, type RpcClient } from '@vault/rpc';
import type { Logger } from '@vault/base';
import { MovingClock } from '@vault/base/testing';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { adminService } from '../admin.definition.ts';
import { InitialStaffAccount } from '../staff/initial-staff-account.ts';
import { FakeAuth } from './fake-auth.ts';
import { FakeUpload } from './fake-upload.ts';

/** Long, so that a busy machine does not fail a test. */
const deadlineMs = 30_000;

export const firstOwner = { email: 'owner@example.com', password: 'punched cards' };

export interface AdminOptions {
  readonly clock?: MovingClock;
  /** Ids of users that exist before the first message is handled. */
  readonly users?: readonly string[];
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
}

/** A running admin service with fake services, and one owner as its staff. */
export interface AdminUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof adminRpc.AdminServiceService>;
  readonly clock: MovingClock;
  readonly store: Connection;
  readonly auth: FakeAuth;
  readonly upload: FakeUpload;
  /** Sends a command as the gateway does. */
  send<Type extends AdminCommandType>(
    type: Type,
    data: MessageData<Type>,
    options?: Partial<SendOptions>,
  ): Promise<CommandResult>;
  /** Signs in as the gateway does; by default as the first owner. */
  signIn(person?: { email: string; password: string }): Promise<adminRpc.StaffCaller>;
  /** A member of support, signed in. */
  signInSupport(owner: adminRpc.StaffCaller): Promise<adminRpc.StaffCaller & { email: string }>;
  /** The newest lines of the audit log. */
  audit(
    caller: adminRpc.StaffCaller,
    filter?: Partial<adminRpc.ListAuditRequest>,
  ): Promise<adminRpc.AuditEntry[]>;
  stop(): Promise<void>;
}

let people = 0;

export async function startAdmin(options: AdminOptions = {}): Promise<AdminUnderTest> {
  const clock = options.clock ?? new MovingClock();
  const [auth, upload] = [new FakeAuth(), new FakeUpload()];
  for (const id of options.users ?? []) auth.add(id);
  const { dataDir, logger } = options;
  const env = options.env ?? { ADMIN_EMAIL: firstOwner.email, ADMIN_PASSWORD: firstOwner.password };
  const fakes = [auth.definition(), upload.definition()];
  const running = await startTestServices([adminService, ...fakes], {
    clock,
    dataDir,
    env,
    ...(logger && { logger }),
  });
  const address = running.infrastructure.rpcListenAddress;
  const rpc = createRpcClient(adminRpc.AdminServiceService, address, { deadlineMs });
  const client = rpc.methods;
  await running.get(InitialStaffAccount).created;
  const commands = new CommandBus(running.infrastructure.bus, 'gateway', 'outcomes-of-the-test');
  await commands.start();
  const signIn = async ({ email, password } = firstOwner) => {
    const { token } = await client.login({ email, password, clientAddress: '203.0.113.9' });
    const { staffId, sessionId } = await client.checkSession({ token });
    return { staffId, sessionId, clientAddress: '203.0.113.9' };
  };
  return {
    running,
    client,
    clock,
    auth,
    upload,
    signIn,
    send: (type, data, sendOptions) =>
      commands.send(type, data, { subject: 'test', deadlineMs, ...sendOptions }),
    store: running.get(getConnectionToken('admin') as never),
    signInSupport: async (caller) => {
      people += 1;
      const person = { email: `support-${String(people)}@example.com`, password: 'difference engine' };
      await client.addStaff({ caller, ...person, role: 'support' });
      return { ...(await signIn(person)), email: person.email };
    },
    audit: async (caller, filter = {}) => {
      const all = { page: 1, limit: 100, actor: '', action: '', subject: '', from: undefined, to: undefined };
      return (await client.listAudit({ caller, ...all, ...filter })).entries;
    },
    stop: async () => {
      rpc.close();
      await commands.close();
      await running.stop();
    },
  };
}
