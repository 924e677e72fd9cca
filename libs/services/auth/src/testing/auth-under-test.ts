import { Module } from '@nestjs/common';
import { eventsTopic, type CommandType, type MessageData } from '@vault/contracts';
import { authRpc, uploadRpc } from '@vault/contracts/rpc';
import {
  CommandBus,
  createRpcClient,
  defineService,
  RpcController,
  STORE,
  type Logger,
  type Message,
  type RpcClient,
  type ServiceDefinition,
  type Subscription,
} from '@vault/platform';
import { startTestServices, until, type TestServices } from '@vault/platform/testing';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { authService } from '../index.ts';

/** A busy machine is no failure of what is tested. */
const patienceMs = 20_000;

/** A clock that tests move. */
export class TestClock {
  private time = Date.parse('2026-11-20T09:30:00.000Z');

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
  /** Services that run beside it. */
  readonly beside?: readonly ServiceDefinition[];
}

/** A running auth service with a client to it. */
export interface AuthUnderTest {
  readonly running: TestServices;
  readonly client: RpcClient<typeof authRpc.AuthServiceService>;
  readonly clock: TestClock;
  readonly store: Connection;
  stop(): Promise<void>;
}

/** Starts the auth service as a host does, and talks to it as a neighbour does. */
export async function startAuth(options: AuthOptions = {}): Promise<AuthUnderTest> {
  const clock = options.clock ?? new TestClock();
  const { dataDir, logger } = options;
  // All of them seem to come from one address.
  const env = { REGISTRATION_RATE: '1000', ...options.env };
  const definitions = [authService, ...(options.beside ?? [])];
  const running = await startTestServices(definitions, { clock, dataDir, env, ...(logger && { logger }) });
  const rpc = createRpcClient(authRpc.AuthServiceService, running.infrastructure.rpcListenAddress, {
    deadlineMs: patienceMs,
  });
  const stop = async () => {
    rpc.close();
    await running.stop();
  };
  return { running, client: rpc.methods, clock, store: running.get(STORE as never), stop };
}

const countOnly = { countVideos: uploadRpc.UploadServiceService.countVideos };

/** An upload service that counts as many videos as it is told. */
export function uploadServiceCounting(used: () => number): ServiceDefinition {
  @RpcController(countOnly)
  class CountingGrpc {
    countVideos(): Promise<uploadRpc.VideoCount> {
      return Promise.resolve({ used: used() });
    }
  }
  @Module({ controllers: [CountingGrpc] })
  class UploadModule {}
  return defineService({
    name: 'upload',
    config: z.object({}),
    rpc: countOnly,
    module: () => ({ module: UploadModule }),
  });
}

let people = 0;

/** Sends commands to a running auth service as others do, and keeps what it publishes. */
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
  ): Promise<string> {
    return this.commands.send(type, data, { subject: data.userId, deadlineMs });
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

/** Somebody who has no account yet. */
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
