import { status, type sendUnaryData, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { healthRpc } from '@vault/contracts/rpc';
import type { Health } from '@vault/base';

type Reply = healthRpc.HealthCheckResponse;
type WatchCall = ServerWritableStream<healthRpc.HealthCheckRequest, Reply>;

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = healthRpc.HealthCheckResponse_ServingStatus;
const checkEveryMs = 1_000;
/** More than load balancers need. */
const maxWatchers = 100;

/**
 * Answers gRPC's standard health protocol: every service of this process is serving while all checks of {@link Health}
 * succeed; none is while a check fails or the process stops.
 */
export class RpcHealth {
  /** The service definition, for the server's `addService`. */
  readonly service = healthRpc.HealthService;
  readonly handlers: healthRpc.HealthServer;
  private readonly watchers = new Map<WatchCall, number>();
  private readonly names: ReadonlySet<string>;
  private timer: NodeJS.Timeout | undefined;

  /** @param services full names, such as `vault.auth.v1.AuthService`; the empty name (the process) is added */
  constructor(
    private readonly health: Health,
    services: readonly string[],
  ) {
    this.names = new Set(['', ...services]);
    this.handlers = {
      check: (call, reply) => void this.check(call, reply),
      list: (_call, reply) => void this.list(reply),
      watch: (call) => void this.watch(call),
    };
  }

  private async check(
    { request }: ServerUnaryCall<healthRpc.HealthCheckRequest, Reply>,
    reply: sendUnaryData<Reply>,
  ) {
    if (this.names.has(request.service)) reply(null, { status: await this.status() });
    else reply({ code: status.NOT_FOUND, details: 'This process does not have that service.' });
  }

  private async list(reply: sendUnaryData<healthRpc.HealthListResponse>) {
    const now = await this.status();
    reply(null, { statuses: Object.fromEntries([...this.names].map((name) => [name, { status: now }])) });
  }

  private async watch(call: WatchCall) {
    if (this.watchers.size >= maxWatchers) {
      call.emit(
        'error',
        Object.assign(new Error('There are too many watchers.'), { code: status.RESOURCE_EXHAUSTED }),
      );
      return;
    }
    this.watchers.set(call, -1);
    call.once('cancelled', () => this.removeWatcher(call));
    this.timer ??= setInterval(() => void this.notifyAll(), checkEveryMs).unref();
    this.notify(call, await this.status());
  }

  private async notifyAll(): Promise<void> {
    const now = await this.status();
    for (const call of [...this.watchers.keys()]) this.notify(call, now);
  }

  private notify(call: WatchCall, now: Reply['status']): void {
    const last = this.watchers.get(call);
    if (last === undefined) return;
    const current = this.names.has(call.request.service) ? now : SERVICE_UNKNOWN;
    if (current !== last) call.write({ status: current });
    this.watchers.set(call, current);
    if (!this.health.isStopping) return;
    // A stream that stays open would keep the server from closing.
    this.removeWatcher(call);
    call.end();
  }

  private removeWatcher(call: WatchCall): void {
    this.watchers.delete(call);
    if (this.watchers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async status(): Promise<Reply['status']> {
    return (await this.health.report()).isReady ? SERVING : NOT_SERVING;
  }
}
