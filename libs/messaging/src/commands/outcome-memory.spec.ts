import fc from 'fast-check';
import { AppError } from '@vault/base';
import type { Message } from '../events/message.ts';
import { RememberedOutcomes } from '../testing/remembered-outcomes.ts';
import { executeOnce, otherRequestContent, type CommandEnd } from './outcome-memory.ts';

const command = (id: string, requestkey?: string, requesthash = 'of the body'): Message => ({
  ...{ id, type: 'upload.delete-video.v1', source: 'gateway', time: '', subject: 'v', correlationid: 'c' },
  ...(requestkey === undefined ? {} : { requestkey, requesthash }),
  data: {},
});

describe(executeOnce, () => {
  let memory: RememberedOutcomes;
  let executed: string[];
  const end = (version: number): CommandEnd =>
    version % 2 === 0 ? { ok: true, version } : { ok: false, code: 'conflict', msg: String(version) };
  const execute = (message: Message) =>
    executeOnce(memory, message, () => {
      executed.push(message.id);
      return Promise.resolve(end(executed.length));
    });
  beforeEach(() => {
    memory = new RememberedOutcomes();
    executed = [];
  });

  it('executes each command of a request once in any order of repeats, and repeats its end', async () => {
    const repeats = fc.array(fc.tuple(fc.constantFrom('r', 's'), fc.constantFrom('1', '2', '3')));
    await fc.assert(
      fc.asyncProperty(repeats, async (sent) => {
        memory = new RememberedOutcomes();
        executed = [];
        const ends = new Map<string, CommandEnd>();
        for (const [request, number] of sent) {
          const id = request + number;
          const ended = await execute(command(id, request));
          expect(ended).toEqual(ends.get(id) ?? ended);
          ends.set(id, ended);
        }
        expect(executed.sort()).toEqual([...ends.keys()].sort());
      }),
    );
  });

  it('refuses another request with the same key, and executes nothing', async () => {
    await execute(command('1', 'r'));
    const refusal = { ok: false, code: 'conflict', msg: otherRequestContent };
    expect(await execute(command('1', 'r', 'of another body'))).toEqual(refusal);
    expect(await execute(command('2', 'r', 'of another body'))).toEqual(refusal);
    expect(executed).toEqual(['1']);
  });

  it('keeps nothing of a failure that may be tried again', async () => {
    const failing = executeOnce(memory, command('1', 'r'), () => Promise.reject(AppError.unavailable()));
    await expect(failing).rejects.toThrow(AppError);
    await execute(command('1', 'r'));
    expect(executed).toEqual(['1']);
  });

  it('keeps no refusal that asks to try later', async () => {
    const busy: CommandEnd = { ok: false, code: 'too-many-requests', msg: 'Please try later.' };
    expect(await executeOnce(memory, command('1', 'r'), () => Promise.resolve(busy))).toEqual(busy);
    await execute(command('1', 'r'));
    expect(executed).toEqual(['1']);
  });

  it('executes a command without a key each time', async () => {
    await execute(command('1'));
    await execute(command('1'));
    expect(executed).toEqual(['1', '1']);
  });
});
