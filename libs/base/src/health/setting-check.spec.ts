import { createLogger } from '../logging/logger.ts';
import { until } from '../testing/index.ts';
import { Health } from './health.ts';
import { SettingCheck, WrongSetting } from './setting-check.ts';

const sentence = 'Mail is not sent: the mail server refuses the account (SMTP_URL).';
const timing = { everyMs: 2, firstWaitMs: 2, longestWaitMs: 20, withinMs: 20_000 };

describe(SettingCheck, () => {
  let key: string;
  let tries: string[];
  let attempt: () => Promise<unknown>;
  let lines: { level: number; msg: string }[];
  let check: SettingCheck;

  beforeEach(() => {
    [key, tries, lines] = ['wrong', [], []];
    attempt = () => (key === 'wrong' ? Promise.reject(new WrongSetting(sentence)) : Promise.resolve());
    const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    check = new SettingCheck({
      name: 'mail server',
      read: () => [key],
      attempt: () => {
        tries.push(key);
        return attempt();
      },
      logger: createLogger({ level: 'info', destination: { write } }),
      timing,
    });
  });
  afterEach(() => check.stop());
  const messages = () => lines.map(({ level, msg }) => [level, msg]);
  const untilTried = (count: number) => until(() => tries.length >= count);

  it('says once what is wrong, also when each of many tries is refused, and when it is right again', async () => {
    check.start();
    await untilTried(4);
    expect(check.problem).toBe(sentence);
    expect(messages()).toEqual([[50, sentence]]);
    expect(JSON.stringify(lines)).not.toContain('stack');
    key = 'right';
    await until(() => check.problem === undefined);
    expect(messages().slice(1)).toEqual([[30, 'The settings of the mail server are right again.']]);
    const count = tries.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(tries).toHaveLength(count);
  });

  it('knows nothing of the settings while the system is away', async () => {
    attempt = () => Promise.reject(new Error('away'));
    check.start();
    await untilTried(3);
    expect([check.problem, messages()]).toEqual([undefined, []]);
    attempt = () => Promise.reject(new WrongSetting(sentence));
    await until(() => check.problem === sentence);
    attempt = () => Promise.reject(new Error('away'));
    const count = tries.length;
    await untilTried(count + 2);
    expect(check.problem).toBe(sentence);
    key = 'changed';
    await until(() => check.problem === undefined);
  });

  it('is told by calls, and then tries by itself until it is right', async () => {
    key = 'right';
    check.start();
    await untilTried(1);
    key = 'wrong';
    check.setWrong(new WrongSetting(sentence));
    check.setWrong(new WrongSetting(sentence));
    expect(messages()).toEqual([[50, sentence]]);
    check.setRight();
    expect(check.problem).toBeUndefined();
  });

  it('is named by the health of its process, which stays ready, and ends with it', async () => {
    const health = new Health();
    health.watchSetting(check);
    const report = await until(
      () => health.report(),
      ({ degraded }) => degraded.length > 0,
    );
    expect(report).toEqual({ isReady: true, checks: {}, degraded: [sentence] });
    expect(health.wrongSettings).toEqual([sentence]);
    health.stop();
    const count = tries.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tries.length).toBeLessThanOrEqual(count + 1);
  });
});
