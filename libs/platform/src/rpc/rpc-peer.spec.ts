import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import { createLogger } from '../logging/logger.ts';
import { until } from '../testing/until.ts';
import type { RpcOutcome } from './rpc-outcome.ts';
import { RpcPeer } from './rpc-peer.ts';

const reply: RpcOutcome = { reply: 'here' };
const away: RpcOutcome = { error: AppError.unavailable({ cause: new Error('refused') }), isAway: true };
const owners: RpcOutcome = { error: AppError.notFound('The video'), isAway: false };

describe(RpcPeer, () => {
  let peer: RpcPeer;
  let lines: { msg: string; peer: string }[];
  let sent: number;

  beforeEach(() => {
    lines = [];
    sent = 0;
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as never) };
    peer = new RpcPeer({ name: 'auth', logger: createLogger({ level: 'info', destination }) });
  });

  const ask = (outcome: RpcOutcome | Promise<RpcOutcome>) =>
    peer.ask(async () => {
      sent += 1;
      return await outcome;
    });
  const open = async () => {
    for (let count = 0; count < 5; count += 1) await ask(away);
    sent = 0;
  };
  const untilProbed = () =>
    until(
      async () => {
        await ask(away);
        return sent;
      },
      (count) => count > 0,
    );

  it('refuses at once after some calls in a row that nobody answered', async () => {
    await open();
    expect(await ask(reply)).toMatchObject({ error: { code: 'unavailable' }, isAway: true });
    expect(sent).toBe(0);
    expect(lines).toEqual([expect.objectContaining({ peer: 'auth' })]);
  });

  it.each([
    ['a reply', reply],
    ["an owner's refusal", owners],
  ])('starts to count again after %s', async (_what, outcome) => {
    for (let count = 0; count < 20; count += 1) await ask(count % 5 === 4 ? outcome : away);
    expect(sent).toBe(20);
    expect(lines).toEqual([]);
  });

  it('never takes what an owner refuses for being away', async () => {
    for (let count = 0; count < 20; count += 1) expect(await ask(owners)).toBe(owners);
    expect(sent).toBe(20);
  });

  it('lets one call at a time find out whether it is back, and nobody waits for that one', async () => {
    await open();
    await untilProbed();
    sent = 0;
    await wait(1_100);
    let end: (outcome: RpcOutcome) => void = () => undefined;
    const probe = ask(new Promise<RpcOutcome>((resolve) => (end = resolve)));
    expect(await ask(reply)).toMatchObject({ isAway: true });
    expect(sent).toBe(1);
    end(reply);
    expect(await probe).toBe(reply);
    expect(await ask(reply)).toBe(reply);
  });

  it('says each change once, however many probes were in vain', async () => {
    await open();
    await untilProbed();
    sent = 0;
    await untilProbed();
    await until(
      () => ask(owners),
      (outcome) => outcome === owners,
    );
    expect(lines).toHaveLength(2);
  });
});
