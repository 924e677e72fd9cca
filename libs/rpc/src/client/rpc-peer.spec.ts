import { AppError, createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import type { RpcOutcome } from '../calls/rpc-outcome.ts';
import { RpcPeer } from './rpc-peer.ts';

const reply: RpcOutcome = { reply: 'here' };
const away: RpcOutcome = {
  error: AppError.unavailable({ cause: new Error('refused') }),
  isUnavailable: true,
};
const owners: RpcOutcome = { error: AppError.notFound('The video'), isUnavailable: false };

describe(RpcPeer, () => {
  let peer: RpcPeer;
  let lines: { msg: string; peer: string }[];
  let sent: number;
  let probes: number;
  let probed: RpcOutcome | Promise<RpcOutcome>;

  beforeEach(() => {
    lines = [];
    sent = 0;
    probes = 0;
    probed = away;
    const probe = async () => {
      probes += 1;
      return await probed;
    };
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
    peer = new RpcPeer({ name: 'auth', probe, logger: createLogger({ level: 'info', destination }) });
  });

  const ask = (outcome: RpcOutcome | Promise<RpcOutcome>) =>
    peer.call(async () => {
      sent += 1;
      return await outcome;
    });
  const open = async () => {
    for (let count = 0; count < 5; count += 1) await ask(away);
    sent = 0;
  };
  const untilProbed = (times: number) =>
    until(
      () => probes,
      (count) => count >= times,
    );
  afterEach(() => peer.close());

  it('refuses calls at once after some consecutive unanswered calls', async () => {
    await open();
    expect(await ask(reply)).toMatchObject({ error: { code: 'unavailable' }, isUnavailable: true });
    expect(sent).toBe(0);
    expect(lines).toEqual([expect.objectContaining({ peer: 'auth' })]);
  });

  it.each([
    ['a reply', reply],
    ["an owner's refusal", owners],
  ])('resets the count after %s', async (_what, outcome) => {
    for (let count = 0; count < 20; count += 1) await ask(count % 5 === 4 ? outcome : away);
    expect(sent).toBe(20);
    expect(lines).toEqual([]);
  });

  it('does not count refusals of an owner as unavailable', async () => {
    for (let count = 0; count < 20; count += 1) expect(await ask(owners)).toBe(owners);
    expect(sent).toBe(20);
  });

  it('probes the peer in the background, and no caller waits for a probe', async () => {
    await open();
    let end: (outcome: RpcOutcome) => void = () => undefined;
    probed = new Promise<RpcOutcome>((resolve) => (end = resolve));
    await untilProbed(1);
    expect(await ask(reply)).toMatchObject({ isUnavailable: true });
    expect([sent, probes]).toEqual([0, 1]);
    end(reply);
    await until(
      () => ask(reply),
      (outcome) => outcome === reply,
    );
  });

  it('logs each change once, however many probes failed', async () => {
    await open();
    await untilProbed(2);
    probed = owners;
    await until(
      () => ask(owners),
      (outcome) => outcome === owners,
    );
    expect(lines).toHaveLength(2);
  });

  it('stops probing once it is closed', async () => {
    await open();
    peer.close();
    const before = probes;
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(probes).toBe(before);
  });
});
