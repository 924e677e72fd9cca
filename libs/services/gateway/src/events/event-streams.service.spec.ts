import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { AppError, type Logger } from '@vault/base';
import { createEvent, createMessage, type Message } from '@vault/messaging';
import type { Metrics } from '@vault/platform';
import type { Credentials } from '../sessions/credentials.ts';
import type { Caller, SessionService } from '../sessions/session.service.ts';
import type { EventStream } from './event-stream.ts';
import { EventStreamsService } from './event-streams.service.ts';

const reset = 'event: reset\ndata: {}\n\n';
const beat = ':\n\n';
const changed = (videoId: string) => `event: video\ndata: {"videoId":"${videoId}","detailsVersion":2}\n\n`;

describe(EventStreamsService, () => {
  let receive: (message: Message) => void;
  let isHealthy: boolean;
  /** Sessions that the next verification asks auth for. */
  let forgotten: string[];
  /** The answer of auth by `authorization`; valid when absent. */
  let refusals: Map<string, AppError>;
  let readOpen: () => number;
  let streams: EventStreamsService;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    [isHealthy, forgotten] = [true, []];
    refusals = new Map();
    const commands = {
      get isHealthy() {
        return isHealthy;
      },
      onMessage: (listener: typeof receive) => (receive = listener),
    };
    const sessions = {
      verify: ({ authorization = '' }: Credentials) => {
        const refusal = refusals.get(authorization);
        return refusal ? Promise.reject(refusal) : Promise.resolve();
      },
      forget: ({ authorization = '' }: Credentials) => forgotten.push(authorization),
    };
    const metrics = {
      read: ({ read }: { read: () => [{ value: number }] }) => (readOpen = () => read()[0].value),
    };
    streams = new EventStreamsService(
      sessions as unknown as SessionService,
      commands,
      { warn: () => undefined } as unknown as Logger,
      metrics as unknown as Metrics,
    );
  });
  afterEach(() => mock.timers.reset());

  /** Opens a page of a person, of their own workspace by default. */
  const open = (userId: string, authorization: string, workspaceId = userId) => {
    const caller = { sessionId: 's', user: { id: userId }, workspace: { id: workspaceId } };
    return streams.open(caller as Caller, { authorization });
  };

  const secondMs = 1_000;
  /** Lets time pass, a second at a time, with all that it causes. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += secondMs) {
      mock.timers.tick(secondMs);
      await settled();
    }
  }
  const video = (ownerId: string, videoId: string) =>
    receive(
      createMessage({
        type: 'upload.video-progressed.v1',
        source: 'upload',
        subject: videoId,
        data: { ownerId, videoId, version: 2 },
      }),
    );
  /** Reads a stream from now on. */
  function read(stream: EventStream): { readonly text: () => string } {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return { text: () => text };
  }

  it('tells each page of the owner, nobody else, and about messages of videos only', async () => {
    const [first, second, eve] = ['ada', 'ada', 'eve'].map((id) => read(open(id, id)));
    video('ada', 'v');
    receive(
      createMessage({
        type: 'command.outcome.v1',
        source: 'upload',
        subject: 'v',
        data: { commandId: 'c', ok: true },
      }),
    );
    await settled();
    expect([first, second, eve].map((page) => page?.text())).toEqual([
      reset + changed('v'),
      reset + changed('v'),
      reset,
    ]);
  });

  it('tells both workspaces of a video that has moved', async () => {
    const pages = [open('ada', 'a'), open('bob', 'b', 'acme'), open('eve', 'e')].map((stream) =>
      read(stream),
    );
    receive(createEvent('upload.video-moved.v1', 'v', { videoId: 'v', ownerId: 'acme', fromOwnerId: 'ada' }));
    await settled();
    const moved = `${reset}event: video\ndata: {"videoId":"v"}\n\n`;
    expect(pages.map((page) => page.text())).toEqual([moved, moved, reset]);
  });

  it('tells members of a workspace about its videos, and each person about their session', async () => {
    const [ada, bob, own] = [open('ada', 'a', 'acme'), open('bob', 'b', 'acme'), open('ada', 'own')];
    const pages = [ada, bob, own].map((stream) => read(stream));
    video('acme', 'v');
    refusals.set('a', new AppError('forbidden', 'You are not a member of this workspace.'));
    const data = { userId: 'ada', reason: 'deactivated' } as const;
    receive(createMessage({ type: 'auth.access-ended.v1', source: 'auth', subject: 'ada', data }));
    await settled();
    expect(pages.map((page) => page.text())).toEqual([reset + changed('v'), reset + changed('v'), reset]);
    expect([ada.destroyed, bob.destroyed, own.destroyed, forgotten]).toEqual([
      true,
      false,
      false,
      ['a', 'own'],
    ]);
  });

  it('names the version of the part that changed, where one rose', async () => {
    const page = read(open('ada', 'ada'));
    const about = { videoId: 'v', ownerId: 'ada' };
    receive(createEvent('chaptering.chapters-changed.v1', 'v', { ...about, version: 3 }));
    receive(createEvent('chaptering.operation-ended.v1', 'v', { ...about, operationId: 'o' }));
    await settled();
    const events = [{ videoId: 'v', version: 3 }, { videoId: 'v' }].map((data) => JSON.stringify(data));
    expect(page.text()).toBe(reset + events.map((data) => `event: video\ndata: ${data}\n\n`).join(''));
  });

  it('says that the change of many videos has another state, without a check of the session', async () => {
    const [ada, eve] = ['ada', 'eve'].map((id) => read(open(id, id)));
    receive(createEvent('chaptering.library-job-changed.v1', 'j', { ownerId: 'ada', jobId: 'j' }));
    await settled();
    expect([ada?.text(), eve?.text()]).toEqual([`${reset}event: library-job\ndata: {}\n\n`, reset]);
    expect(forgotten).toEqual([]);
  });

  it('keeps connections open with comments', async () => {
    const page = read(open('ada', 'ada'));
    await pass(30_000);
    expect(page.text()).toBe(reset + beat + beat);
  });

  it('allows ten pages of a user, and another one when one was closed', async () => {
    const opened = Array.from({ length: 10 }, () => open('ada', 'ada'));
    expect(() => open('ada', 'ada')).toThrow('Too many pages are open. Please close some.');
    open('eve', 'eve');
    expect(readOpen()).toBe(11);
    opened[0]?.destroy();
    await settled();
    expect(() => open('ada', 'ada')).not.toThrow();
  });

  it('bounds the pages of all users', () => {
    for (let number = 0; number < 2_000; number += 1) open(`user-${String(number)}`, 'x');
    expect(() => open('ada', 'ada')).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
  });

  it('closes the stream of a slow reader', async () => {
    const slow = open('ada', 'ada');
    const fast = read(open('ada', 'ada'));
    for (let number = 0; number < 2_000; number += 1) {
      video('ada', 'v');
      if (number % 100 === 0) await settled();
    }
    expect(slow.destroyed).toBe(true);
    await settled();
    expect(fast.text().split(changed('v'))).toHaveLength(2_001);
    expect(readOpen()).toBe(1);
  });

  it.each(['unauthenticated', 'forbidden'] as const)(
    'ends when the session is %s: at a beat, and at once after a message about the person',
    async (code) => {
      const [first, second] = ['first', 'second'].map((token) => open('ada', token));
      for (const stream of [first!, second!]) read(stream);
      refusals.set('first', new AppError(code, 'No'));
      await pass(15_000);
      expect([first?.destroyed, second?.destroyed]).toEqual([true, false]);
      refusals.set('second', new AppError(code, 'No'));
      const data = { userId: 'ada', reason: 'deactivated' } as const;
      receive(createMessage({ type: 'auth.access-ended.v1', source: 'auth', subject: 'ada', data }));
      await settled();
      expect([second?.destroyed, readOpen(), forgotten]).toEqual([true, 0, ['second']]);
    },
  );

  it('continues while sessions cannot be verified, but not for longer than a minute', async () => {
    const stream = open('ada', 'ada');
    read(stream);
    refusals.set('ada', AppError.unavailable());
    await pass(45_000);
    refusals.clear();
    await pass(15_000);
    refusals.set('ada', AppError.unavailable());
    await pass(45_000);
    expect(stream.destroyed).toBe(false);
    await pass(15_000);
    expect(stream.destroyed).toBe(true);
  });

  it('resets while no messages arrive, and once more when they arrive again', async () => {
    const page = read(open('ada', 'ada'));
    await pass(5_000);
    expect(page.text()).toBe(reset);
    isHealthy = false;
    await pass(10_000);
    expect(page.text().replaceAll(beat, '')).toBe(reset.repeat(3));
    isHealthy = true;
    await pass(10_000);
    expect(page.text().replaceAll(beat, '')).toBe(reset.repeat(4));
  });
});
