import { getConnectionToken } from '@nestjs/mongoose';
import { eventsTopic, type CommandType, type MessageData } from '@vault/contracts';
import { authRpc, uploadRpc } from '@vault/contracts/rpc';
import { CommandBus, type CommandResult, type Message, type Subscription } from '@vault/messaging';
import { createRpcClient, RpcController, type RpcClient } from '@vault/rpc';
import type { Logger } from '@vault/base';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService, startTestServices, type TestServices } from '@vault/platform/testing';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import { authService } from '../index.ts';

/** Long, so that a busy machine does not fail a test. */
const rpcDeadlineMs = 20_000;

/** A clock that tests move; ahead of the real time, by which the store removes expired records. */
export class TestClock {
  private time = Date.parse('2036-11-20T09:30:00.000Z');

  now(): Date {
    return new Date(this.time);
  }

  passMinutes(minutes: number): void {
    this.time += minutes * 60_000;
  }

  passDays(days: number): void {
    this.passMinutes(days * 24 * 60);
  }
}

export interface AuthOptions {
  readonly clock?: TestClock;
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
  readonly secretsEveryMs?: number;
  /** Its settings are wrong: it is not waited for. */
  readonly isDegraded?: true;
  /** Fake services of other owners. */
  readonly fakes?: readonly ServiceDefinition[];
}

/** A running auth service with a client to it. */
export interface AuthUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof authRpc.AuthServiceService>;
  readonly clock: TestClock;
  readonly store: Connection;
  stop(): Promise<void>;
}

/** Starts the auth service, with an rpc client like another service's. */
export async function startAuth(options: AuthOptions = {}): Promise<AuthUnderTest> {
  const clock = options.clock ?? new TestClock();
  const { dataDir, logger, secretsEveryMs, isDegraded } = options;
  // All registrations of a test come from one address.
  const env = { REGISTRATION_RATE: '1000', ...options.env };
  const definitions = [authService, ...(options.fakes ?? [])];
  const running = await startTestServices(definitions, {
    clock,
    dataDir,
    env,
    ...(logger && { logger }),
    ...(isDegraded && { isDegraded }),
    ...(secretsEveryMs !== undefined && { secretsEveryMs }),
  });
  const rpc = createRpcClient(authRpc.AuthServiceService, running.infrastructure.rpcListenAddress, {
    deadlineMs: rpcDeadlineMs,
  });
  const stop = async () => {
    rpc.close();
    await running.stop();
  };
  return {
    running,
    client: rpc.methods,
    clock,
    store: running.get(getConnectionToken('auth') as never),
    stop,
  };
}

const countOnly = { countVideos: uploadRpc.UploadServiceService.countVideos };

/** A fake upload service that returns this count of videos. */
export function fakeUploadCounting(used: () => number): ServiceDefinition {
  @RpcController(countOnly)
  class CountingGrpc {
    countVideos(): Promise<uploadRpc.VideoCount> {
      return Promise.resolve({ used: used() });
    }
  }
  return fakeService('upload', countOnly, CountingGrpc);
}

let people = 0;

/** Sends commands to a running auth service and collects the events that it publishes. */
export class AuthPeer {
  readonly events: Message[] = [];
  private readonly commands: CommandBus;
  private subscription: Subscription | undefined;

  constructor(private readonly auth: AuthUnderTest) {
    this.commands = new CommandBus(auth.running.infrastructure.bus, 'gateway', 'outcomes-of-the-test');
  }

  async start(): Promise<void> {
    await this.commands.start();
    this.subscription = await this.auth.running.infrastructure.bus.subscribe({
      group: 'events-of-the-test',
      topics: [eventsTopic('auth')],
      from: 'earliest',
      handler: ({ message }) => {
        this.events.push(message);
        return Promise.resolve();
      },
    });
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
    await this.commands.close();
  }

  send<Type extends CommandType>(
    type: Type,
    data: MessageData<Type> & { readonly userId: string },
    deadlineMs = 60_000,
  ): Promise<CommandResult> {
    return this.sendAbout(type, data, data.userId, deadlineMs);
  }

  sendAbout<Type extends CommandType>(
    type: Type,
    data: MessageData<Type>,
    subject: string,
    deadlineMs = 60_000,
  ): Promise<CommandResult> {
    return this.commands.send(type, data, { subject, deadlineMs });
  }

  /** Waits until that many events of one person were published. @returns their types and data, in order */
  async eventsOf(userId: string, count: number): Promise<readonly (readonly [string, unknown])[]> {
    const found = await until(
      () => this.events.filter(({ subject }) => subject === userId),
      (events) => events.length >= count,
    );
    return found.map(({ type, data }) => [type, data] as const);
  }
}

/** The registration of a new person. */
export function newPerson(): authRpc.RegisterRequest {
  people += 1;
  return {
    email: `person-${String(people)}@example.com`,
    password: 'correct horse battery',
    firstname: 'Ada',
    lastname: 'Lovelace',
    plan: 'free',
    clientAddress: '203.0.113.9',
  };
}
