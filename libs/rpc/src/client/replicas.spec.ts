import { until } from '@vault/base/testing';
import { createRpcClient } from './rpc-client.ts';
import { PeerProcess } from '../testing/peer-process.ts';
import { idempotentTextPaths, textService } from '../testing/text-service.ts';

// On a busy machine a call can take more than the two seconds of the default.
const settings = { idempotent: idempotentTextPaths, deadlineMs: 60_000 };

describe('two replicas behind one target', () => {
  let replicas: [PeerProcess, PeerProcess];
  let client: ReturnType<typeof createRpcClient<typeof textService>>;

  beforeEach(async () => {
    replicas = await Promise.all([new PeerProcess('first').start(), new PeerProcess('second').start()]);
    const target = `ipv4:${replicas.map(({ address }) => address).join(',')}`;
    client = createRpcClient(textService, target, settings);
  });
  afterEach(async () => {
    client.close();
    await Promise.all(replicas.map((replica) => replica.kill()));
  });

  const askMany = async (count: number) =>
    await Promise.all(Array.from({ length: count }, () => client.methods.ask('?')));
  const untilBothAnswer = () =>
    until(
      async () => new Set(await askMany(4)).size,
      (size) => size === 2,
    );

  it('share the calls', async () => {
    await untilBothAnswer();
    const names = await askMany(100);
    expect(names.filter((name) => name === 'first')).toHaveLength(50);
  });

  it('replace each other without failed calls, and share calls again once both are running', async () => {
    await untilBothAnswer();
    const running = [true];
    const answers: string[] = [];
    const callers = Array.from({ length: 10 }, async () => {
      while (running[0]) answers.push(await client.methods.ask('?'));
    });
    await until(
      () => answers.length,
      (count) => count > 100,
    );
    await replicas[0].kill();
    const before = answers.length;
    await until(
      () => answers.length - before,
      (count) => count > 1_000,
    );
    running[0] = false;
    await Promise.all(callers);
    expect(new Set(answers.slice(-500))).toEqual(new Set(['second']));

    await replicas[0].start();
    await untilBothAnswer();
  });

  it('take over all calls that one of them had when it died, and count as available', async () => {
    await untilBothAnswer();
    const calls = Array.from({ length: 40 }, () => client.methods.ask('begin in first'));
    await until(
      () => replicas[0].received.filter((text) => text.startsWith('begin')).length,
      (count) => count === 20,
    );
    // Replies are ordered: these imply that the earlier calls have started.
    await askMany(10);
    await replicas[0].kill();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['second']));
  });
});

describe('a server that dies in the middle of a call', () => {
  let peer: PeerProcess;
  let other: PeerProcess;
  let client: ReturnType<typeof createRpcClient<typeof textService>>;

  beforeEach(async () => {
    [peer, other] = await Promise.all([new PeerProcess('first').start(), new PeerProcess('second').start()]);
    client = createRpcClient(textService, `ipv4:${peer.address},${other.address}`, settings);
  });
  afterEach(async () => {
    client.close();
    await Promise.all([peer.kill(), other.kill()]);
  });

  /** Reports arrive in order and before the disconnection, so all are here once a later one or that has come. */
  const received = async () => {
    const peers = [peer, other];
    await until(async () => {
      if (peers.some((replica) => replica.isConnected)) await client.methods.ask('?').catch(() => undefined);
      return peers.every((replica) => !replica.isConnected || replica.received.includes('?'));
    });
    return peers.flatMap((replica) => replica.received).filter((text) => text !== '?');
  };

  it('receives a call that is not idempotent once, and no other server receives it', async () => {
    await expect(client.methods.make('die')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await received()).toEqual(['die']);
  });

  it('causes a retry of an idempotent call on another replica', async () => {
    await expect(client.methods.ask('die')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await received()).toEqual(['die', 'die']);
  });

  it('causes no retry when it has answered `unavailable`', async () => {
    await expect(client.methods.ask('refuse')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'not now',
    });
    expect(await received()).toEqual(['refuse']);
  });
});
