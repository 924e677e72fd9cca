import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsTopic, eventsTopic, outcomesTopic } from '@vault/contracts';
import { AppError, createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { fillDisk } from '../testing/full-disk.ts';
import { EmbeddedLog } from '../embedded/embedded-log.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { Message } from '../events/message.ts';
import { CommandBus } from './command-bus.ts';
import { createDispatcher } from './dispatch.ts';
import { createMessage } from './create-message.ts';
import type { CommandObservation } from './message-observer.ts';
import type { MessageHandlers } from './message-consumer.ts';

const logger = createLogger({ level: 'silent' });
const command = { videoId: 'video', ownerId: 'owner' };
const options = { subject: 'video', deadlineMs: 3_000 };

describe(CommandBus, () => {
  let dir: string;
  let bus: EmbeddedLog;
  let commands: CommandBus;
  let handlers: MessageHandlers = {};
  let observed: CommandObservation[] = [];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'commands-'));
    bus = new EmbeddedLog({ file: join(dir, 'log.sqlite'), logger });
    const owner = {
      get handlers() {
        return {
          'upload.delete-video.v1': (...args) => handlers['upload.delete-video.v1']!(...args),
        } satisfies MessageHandlers;
      },
    };
    const { handle, topics } = createDispatcher({ service: 'upload', consumers: [owner], bus, logger });
    await bus.subscribe({
      group: 'upload',
      topics,
      handler: handle,
      retry: { maxAttempts: 3, delay: () => 10 },
    });
    const observer = { observe: (one: CommandObservation) => observed.push(one) };
    commands = new CommandBus(bus, 'gateway', 'gateway-outcomes-test', { observer });
    await commands.start();
  });

  afterAll(async () => {
    await commands.close();
    await bus.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('resolves once the owner has executed the command', async () => {
    const seen: unknown[] = [];
    handlers = { 'upload.delete-video.v1': (data) => Promise.resolve(void seen.push(data)) };
    await commands.send('upload.delete-video.v1', command, options);
    expect(seen).toEqual([command]);
  });

  it('resolves with the version that the owner answers', async () => {
    handlers = { 'upload.delete-video.v1': () => Promise.resolve({ version: 7 }) };
    const executed = await commands.send('upload.delete-video.v1', command, options);
    expect(executed).toMatchObject({ version: 7 });
  });

  it('resolves with the unique id of the executed command', async () => {
    const seen: string[] = [];
    handlers = {
      'upload.delete-video.v1': (_data, { message }) => Promise.resolve(void seen.push(message.id)),
    };
    const ids = [];
    for (let count = 0; count < 2; count += 1)
      ids.push((await commands.send('upload.delete-video.v1', command, options)).commandId);
    expect(ids).toEqual(seen);
    expect(new Set(ids).size).toBe(2);
  });

  it('receives the outcome of a command that was stored in an outbox instead of being sent', async () => {
    handlers = { 'upload.delete-video.v1': () => Promise.resolve({ version: 8 }) };
    const outbox: Message[] = [];
    const publish = (message: Message) => Promise.resolve(void outbox.push(message));
    const sending = commands.send('upload.delete-video.v1', command, { ...options, id: 'stored', publish });
    await until(
      () => outbox,
      ({ length }) => length > 0,
    );
    expect(outbox).toMatchObject([{ id: 'stored', data: command }]);
    await bus.publish(commandsTopic('upload'), outbox);
    expect(await sending).toEqual({ commandId: 'stored', version: 8 });
    const full = () => Promise.reject(new Error('The store is full.'));
    const failing = commands.send('upload.delete-video.v1', command, { ...options, publish: full });
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('sends a command again with the same id when its outcome was not received', async () => {
    const seen: string[] = [];
    handlers = {
      'upload.delete-video.v1': (_data, { message }) => {
        seen.push(message.id);
        return seen.length === 1
          ? new Promise((resolve) => setTimeout(resolve, 300))
          : Promise.resolve(undefined);
      },
    };
    const again = { ...options, id: 'the-same' };
    const first = commands.send('upload.delete-video.v1', command, { ...again, deadlineMs: 50 });
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    expect(await commands.send('upload.delete-video.v1', command, again)).toEqual({ commandId: 'the-same' });
    expect(new Set(seen)).toEqual(new Set(['the-same']));
  });

  it.each([
    ['without the token of the command', {}],
    ['with another token', { replyToken: 'guessed' }],
  ])('ignores a forged outcome %s', async (_how, token) => {
    handlers = {
      'upload.delete-video.v1': async (_data, { message }) => {
        const forged = { commandId: message.id, ok: true, version: 99 };
        const from = { source: 'upload', subject: 'video' } as const;
        await bus.publish(outcomesTopic, [
          createMessage({ type: 'command.outcome.v1', ...from, data: forged, ...token }),
        ]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw AppError.notFound('The video');
      },
    };
    const sent = commands.send('upload.delete-video.v1', command, { ...options, deadlineMs: 60_000 });
    await expect(sent).rejects.toMatchObject({ code: 'not-found' });
  });

  it('ignores an outcome and an event in the topic of another type', async () => {
    const other = new CommandBus(bus, 'gateway', 'gateway-outcomes-other', {
      observedEvents: ['auth.access-ended.v1'],
    });
    const received: string[] = [];
    other.onMessage(({ type, subject }) => received.push(`${type} ${subject}`));
    await other.start();
    const data = { userId: 'ada', reason: 'deleted' } as const;
    const ended = (subject: string) =>
      createMessage({ type: 'auth.access-ended.v1', source: 'auth', subject, data });
    await bus.publish(outcomesTopic, [ended('forged')]);
    await bus.publish(eventsTopic('auth'), [ended('real')]);
    // An outcome is read after the forged message before it.
    const outcome = { commandId: 'c', ok: true };
    const about = { type: 'command.outcome.v1', source: 'upload', subject: 'last' } as const;
    await bus.publish(outcomesTopic, [createMessage({ ...about, data: outcome })]);
    await until(() => received.length >= 2);
    await other.close();
    expect(received.sort()).toEqual(['auth.access-ended.v1 real', 'command.outcome.v1 last']);
  });

  it('reports the outcome of each command', async () => {
    observed = [];
    handlers = { 'upload.delete-video.v1': () => Promise.resolve() };
    await commands.send('upload.delete-video.v1', command, options);
    handlers = { 'upload.delete-video.v1': () => Promise.reject(AppError.notFound('The video')) };
    await commands.send('upload.delete-video.v1', command, options).catch(() => undefined);
    let finish: () => void = () => undefined;
    handlers = { 'upload.delete-video.v1': () => new Promise((resolve) => (finish = resolve)) };
    await commands
      .send('upload.delete-video.v1', command, { ...options, deadlineMs: 50 })
      .catch(() => undefined);
    finish();
    expect(observed.map(({ outcome }) => outcome)).toEqual(['ok', 'not-found', 'unavailable']);
    expect(observed.at(-1)?.seconds).toBeGreaterThanOrEqual(0.04);
  });

  it('rejects with the error of the owner', async () => {
    handlers = { 'upload.delete-video.v1': () => Promise.reject(AppError.notFound('The video')) };
    await expect(commands.send('upload.delete-video.v1', command, options)).rejects.toMatchObject({
      code: 'not-found',
      message: 'The video was not found.',
    });
  });

  it('rejects with `unavailable` without an outcome before the deadline, and the late command is dropped', async () => {
    let executed = 0;
    await expect(
      commands.send('chaptering.regenerate-chapters.v1', command, { subject: 'video', deadlineMs: 50 }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    handlers = { 'upload.delete-video.v1': () => Promise.resolve(void (executed += 1)) };
    const late = {
      id: 'late',
      type: 'upload.delete-video.v1',
      source: 'gateway',
      time: new Date().toISOString(),
      subject: 'video',
      correlationid: 'late-late',
      deadline: new Date(Date.now() - 1).toISOString(),
      data: command,
    };
    await bus.publish(commandsTopic('upload'), [late]);
    await commands.send('upload.delete-video.v1', command, options);
    expect(executed).toBe(1);
  });

  it('rejects at the deadline while the broker hangs, and at once when it refuses', async () => {
    const hanging = { publish: () => new Promise<void>(() => undefined) } as unknown as EventBus;
    const refusing = { publish: () => Promise.reject(new Error('broker 10.0.0.7')) } as unknown as EventBus;
    const hour = { subject: 'video', deadlineMs: 3_600_000 };
    const sendBy = (by: EventBus, how: typeof hour) =>
      new CommandBus(by, 'gateway', 'group').send('upload.delete-video.v1', command, how);
    await expect(sendBy(hanging, { ...hour, deadlineMs: 30 })).rejects.toMatchObject({ code: 'unavailable' });
    const error: unknown = await sendBy(refusing, hour).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', cause: expect.any(Error) as Error });
    expect((error as Error).message).not.toContain('10.0.0.7');
  });

  it('rejects at once while the broker is known to be unavailable', async () => {
    const publish = () => Promise.reject(new Error('must not be called'));
    const away = new CommandBus({ isUnavailable: true, publish } as unknown as EventBus, 'gateway', 'group');
    const error: unknown = await away
      .send('upload.delete-video.v1', command, options)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', cause: undefined });
  });

  it('sends nothing before it can receive the outcome', async () => {
    const { promise: started, resolve: begin } = Promise.withResolvers<undefined>();
    const published: Message[] = [];
    const late = {
      publish: (_topic: string, messages: Message[]) => Promise.resolve(void published.push(...messages)),
      subscribe: () => Promise.resolve({ started, close: () => Promise.resolve() }),
    };
    const starting = new CommandBus(late as unknown as EventBus, 'gateway', 'group');
    await starting.start();
    const early = starting.send('upload.delete-video.v1', command, { ...options, deadlineMs: 20 });
    await expect(early).rejects.toMatchObject({ code: 'unavailable' });
    const waiting = starting.send('upload.delete-video.v1', command, { ...options, id: 'in-time' });
    expect(published).toEqual([]);
    begin(undefined);
    await until(() => published.length > 0);
    expect(published.map(({ id }) => id)).toEqual(['in-time']);
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), starting.close()]);
  });

  it('rejects waiting calls when it closes, and rejects later calls', async () => {
    const closing = new CommandBus(bus, 'gateway', 'gateway-outcomes-closing');
    await closing.start();
    const waiting = closing.send('chaptering.regenerate-chapters.v1', command, options);
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), closing.close()]);
    await expect(closing.send('upload.delete-video.v1', command, options)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('resolves only calls of its own replica, although every replica reads every outcome', async () => {
    const other = new CommandBus(bus, 'gateway', 'gateway-outcomes-other');
    await other.start();
    handlers = { 'upload.delete-video.v1': () => Promise.resolve() };
    const sends = [commands, other, commands, other].map((each) =>
      each.send('upload.delete-video.v1', command, options),
    );
    expect(await Promise.all(sends)).toHaveLength(4);
    await other.close();
  });

  it('shows each replica the outcomes of all and the observed events', async () => {
    const seen: [string, string][] = [];
    const replicas = ['one', 'two'].map((name) => {
      const observedEvents = ['upload.details-saved.v1'] as const;
      const replica = new CommandBus(bus, 'gateway', `gateway-outcomes-${name}`, { observedEvents });
      replica.onMessage(({ type }) => seen.push([name, type]));
      return replica;
    });
    await Promise.all(replicas.map((replica) => replica.start()));
    handlers = { 'upload.delete-video.v1': () => Promise.resolve() };
    await replicas[0]!.send('upload.delete-video.v1', command, options);
    const event = {
      type: 'upload.details-saved.v1',
      source: 'upload',
      subject: 'video',
      data: { ...command, version: 1 },
    } as const;
    await bus.publish(eventsTopic('upload'), [createMessage(event)]);
    await until(() => seen.length >= 4);
    const each = (name: string) => seen.flatMap(([by, type]) => (by === name ? [type] : [])).sort();
    const all = ['command.outcome.v1', 'upload.details-saved.v1'];
    expect([each('one'), each('two')]).toEqual([all, all]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('continues after a message that its schema refuses', async () => {
    const broken = {
      id: 'broken',
      type: 'upload.delete-video.v1',
      source: 'gateway',
      time: new Date().toISOString(),
      subject: 'video',
      correlationid: 'broken-1',
      data: { videoId: 7 },
    };
    await bus.publish(commandsTopic('upload'), [broken]);
    handlers = { 'upload.delete-video.v1': () => Promise.resolve() };
    await commands.send('upload.delete-video.v1', command, options);
    const [letter] = await bus.deadLetters({ group: 'upload' });
    expect(letter?.raw).toContain('"broken"');
  });

  describe('while the disk is full', () => {
    const patient = { subject: 'video', deadlineMs: 3_600_000 };
    const full = { code: 'unavailable', message: expect.stringMatching(/disk .* is full/) as unknown };
    const send = () => commands.send('upload.delete-video.v1', command, patient);
    let makeRoom: () => void;
    afterEach(async () => {
      makeRoom();
      await until(() => !bus.isUnavailable);
    });

    it('rejects at once, long before the deadline, and works again when there is room', async () => {
      handlers = { 'upload.delete-video.v1': () => Promise.resolve() };
      makeRoom = fillDisk();
      await expect(send()).rejects.toMatchObject(full);
      expect([bus.isUnavailable, bus.isSound]).toEqual([true, true]);
      await expect(send()).rejects.toMatchObject(full);
      makeRoom();
      await until(() => !bus.isUnavailable);
      await send();
    });

    it('rejects a command whose outcome cannot be written', async () => {
      makeRoom = () => undefined;
      handlers = { 'upload.delete-video.v1': () => Promise.resolve(void (makeRoom = fillDisk())) };
      await expect(send()).rejects.toMatchObject(full);
    });
  });
});
