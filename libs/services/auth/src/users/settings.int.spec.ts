import { jest } from '@jest/globals';
import { type CommandType, type MessageData, topicOf } from '@vault/contracts';
import { CommandBus, createMessage } from '@vault/messaging';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { defaultSettings } from '../domain/default-settings.ts';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { UserRepository } from './user.repository.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const prompt = 'A prompt of a person';

describe('the prompts of a person', () => {
  let auth: AuthUnderTest;
  let commands: CommandBus;
  const lines: string[] = [];
  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    auth = await startAuth({ logger: createLogger({ level: 'debug', destination }) });
    commands = new CommandBus(auth.running.infrastructure.bus, 'gateway', 'outcomes-of-the-test');
    await commands.start();
  });
  afterAll(async () => {
    await commands.close();
    await auth.stop();
  });

  const registerUser = async () => (await auth.client.register(newPerson())).user?.id ?? '';
  const settingsOf = (userId: string) => auth.client.getSettings({ ownerId: userId });
  const send = <Type extends CommandType>(type: Type, data: MessageData<Type> & { userId: string }) =>
    commands.send(type, data, { subject: data.userId, deadlineMs: 60_000 });

  it('are changed independently, and only for that person', async () => {
    const [userId, other] = [await registerUser(), await registerUser()];
    await send('auth.update-quote-prompt.v1', { userId, customPrompt: prompt, quoteCount: 1 });
    const changed = { ...defaultSettings, customPrompt: prompt, quoteCount: 1 };
    expect(await settingsOf(userId)).toEqual(changed);
    const baseSearchPrompt = 'Answer in a sentence.';
    await send('auth.update-search-prompt.v1', { userId, baseSearchPrompt });
    expect(await settingsOf(userId)).toEqual({ ...changed, baseSearchPrompt });
    expect(await settingsOf(other)).toEqual(defaultSettings);
  });

  it('of an unknown user are not found', async () => {
    const data = { userId: 'nobody', baseSearchPrompt: prompt };
    await expect(send('auth.update-search-prompt.v1', data)).rejects.toMatchObject({
      code: 'not-found',
      message: 'The account was not found.',
    });
  });

  it('are not reverted by a redelivered message', async () => {
    const userId = await registerUser();
    const { bus } = auth.running.infrastructure;
    const deadline = new Date(Date.now() + 600_000);
    const type = 'auth.update-search-prompt.v1';
    const [first, second] = ['First words.', 'Second words.'].map((baseSearchPrompt) =>
      createMessage({
        type,
        source: 'gateway',
        subject: userId,
        data: { userId, baseSearchPrompt },
        deadline,
      }),
    );
    if (!first || !second) throw new Error('two messages are needed');
    await bus.publish(topicOf(type), [first, second, first, first]);
    // Messages of a person are handled in order, so the messages before this one are done.
    await send('auth.update-quote-prompt.v1', { userId, customPrompt: prompt, quoteCount: 2 });
    expect((await settingsOf(userId)).baseSearchPrompt).toBe('Second words.');
  });

  it('keep a limited number of message ids, which reads do not return', async () => {
    const userId = await registerUser();
    const users = auth.running.get(UserRepository);
    for (let count = 1; count <= 205; count += 1)
      await users.changeSettings(userId, { quoteCount: count % 2 ? 1 : 3 }, `message-${String(count)}`);
    expect(Object.keys(await users.get(userId))).not.toContain('handled');
    const stored = await auth.store.model('User').findOne({ _id: userId }).select('+handled').lean().exec();
    const { handled } = stored as unknown as { handled: string[] };
    expect([handled.length, handled[0], handled.at(-1)]).toEqual([200, 'message-6', 'message-205']);
    await users.changeSettings(userId, { quoteCount: 2 }, 'message-205');
    expect((await settingsOf(userId)).quoteCount).toBe(1);
  });

  it('of an account without message ids can be changed', async () => {
    const userId = await registerUser();
    await auth.store.model('User').updateOne({ _id: userId }, { $unset: { handled: 1 } });
    await send('auth.update-search-prompt.v1', { userId, baseSearchPrompt: prompt });
    expect((await settingsOf(userId)).baseSearchPrompt).toBe(prompt);
  });

  it('are not logged', async () => {
    const userId = await registerUser();
    await send('auth.update-search-prompt.v1', { userId, baseSearchPrompt: `${prompt} nobody logs` });
    const line = await until(
      () => lines.find((each) => each.includes(userId) && each.includes('baseSearchPrompt')),
      (found) => found !== undefined,
    );
    expect(line).toContain('the prompts of an owner were changed');
    expect(lines.join('')).not.toContain('nobody logs');
  });
});
