import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { staffToken, startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  const { auth, allVideos, admin, chaptering } = gateway.fakes;
  for (const fake of [auth, allVideos, admin, chaptering]) fake.reset();
});
afterAll(() => gateway.running.stop());

const ask = (path: string) =>
  gateway.ask('GET', `/api/admin/${path}`, { authorization: `Bearer ${staffToken}` });
const linesOf = async (path: string) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // The byte order mark, once.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).trimEnd().split('\r\n');
};

describe('the lists of staff as files', () => {
  it('has all users that match, in the order of the list, and no formulas', async () => {
    const { directory } = gateway.fakes.auth;
    directory.add('ada', { createdAt: 1_763_000_500, membershipEnd: 4_070_908_800 });
    directory.add('eve', { createdAt: 1_763_000_400, firstname: '=HYPERLINK("http://x")', lastname: '' });
    directory.add('joe', { createdAt: 1_763_000_300, plan: 'executive' });
    const answer = await ask('employees.csv');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    const [header, ada, eve, joe, ...more] = await linesOf('employees.csv');
    expect(header).toBe(
      'ID,Username,Email,Plan,Posted Videos,Token Balance,Created,Membership end,Active,Confirmed,Upgrade requested',
    );
    expect(ada).toBe('ada,Ada Byron,ada@example.com,Free Trial,0,50000,2025-11-13,2099-01-01,true,true,');
    expect(eve).toContain(`eve,"'=HYPERLINK(""http://x"")",`);
    expect(joe).toContain(',Executive,');
    expect(more).toEqual([]);
    expect(await linesOf('employees.csv?plan=executive&sort=email&q=JOE')).toHaveLength(2);
    expect(directory.listRequests.at(-1)).toMatchObject({ q: 'JOE', plan: 'executive', sort: 'email' });
  });

  it('is read page by page', async () => {
    const { directory } = gateway.fakes.auth;
    for (let index = 0; index < 2_500; index += 1) directory.add(`u${String(index)}`, { createdAt: index });
    const lines = await linesOf('employees.csv');
    expect(new Set(lines).size).toBe(2_501);
    expect(directory.listRequests.map(({ page, limit }) => [page, limit])).toEqual([
      [1, 1_000],
      [2, 1_000],
      [3, 1_000],
    ]);
  });

  it('is refused when nobody could read it', async () => {
    const list = jest.spyOn(gateway.fakes.auth.directory, 'list');
    list.mockReturnValue({ accounts: [], total: 100_001 });
    const answer = await ask('employees.csv');
    list.mockRestore();
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'limit-reached',
      msg: '100,001 rows are too many for one file. Please filter the list first.',
    });
  });

  it('closes the connection when a later page cannot be read', async () => {
    const { directory } = gateway.fakes.auth;
    for (let index = 0; index < 1_500; index += 1) directory.add(`u${String(index)}`, { createdAt: index });
    const list = directory.list.bind(directory);
    const read = jest.spyOn(directory, 'list').mockImplementation((request) => {
      if (request.page > 1) throw AppError.unavailable();
      return list(request);
    });
    await expect(ask('employees.csv').then((answer) => answer.text())).rejects.toThrow();
    read.mockRestore();
  });

  it('has videos, and why they failed', async () => {
    gateway.fakes.auth.directory.add('ada');
    const failure = { step: 'captioning', reason: 'No sound, at all.', retryable: true };
    gateway.fakes.allVideos.add('v', 'ada', { state: 'failed', failure });
    gateway.fakes.allVideos.add('w', 'ada');
    expect(await linesOf('videos.csv?state=failed')).toEqual([
      'User,Title,Asset ID,Created,State,Reason,Length,ID',
      'ada@example.com,Talk v,v-asset,2026-11-18,failed,"No sound, at all.",00:01:00,v',
    ]);
  });

  it('has the operations of a user, whole', async () => {
    gateway.fakes.auth.directory.add('ada');
    gateway.fakes.allVideos.add('x', 'ada');
    gateway.fakes.chaptering.addHistory('one', 'ada', 'x');
    gateway.fakes.chaptering.addHistory('two', 'ada', 'deleted');
    const [header, ...rows] = await linesOf('employee-token-histories/ada/entries.csv');
    expect(header).toBe('Created,Video,Video ID,Operation,State,Charged,System prompt,Custom prompt,Result');
    expect(rows).toEqual([
      '2026-11-18 11:06:40,Talk x,x,quotes,done,52,Numbers first.,About teaching.,[]',
      '2026-11-18 11:06:40,Deleted video,deleted,quotes,done,52,Numbers first.,About teaching.,[]',
    ]);
    expect((await ask('employee-token-histories/nobody/entries.csv')).status).toBe(404);
  });

  it('has members of staff for owners, and the audit log', async () => {
    expect(await linesOf('staff.csv')).toEqual([
      'Email,Role,Active,Created,Last seen,ID',
      'owner@example.com,owner,true,2026-11-18,,owner',
    ]);
    expect(gateway.fakes.admin.requests.at(-1)).toMatchObject({
      call: 'listStaff',
      caller: { staffId: 'owner' },
    });
    const [header, line] = await linesOf('audit.csv?action=edit-employee&from=5');
    expect(header).toBe(
      'When,Who,Who ID,Action,Subject,Subject ID,Outcome,Before,Requested,After,Reason,Address,ID,Started by line',
    );
    expect(line).toBe(
      '2026-11-18 11:06:40,owner@example.com,owner,edit-employee,ada@example.com,v,done,,,"{""plan"":""executive""}",,203.0.113.9,l.end,l',
    );
    expect(gateway.fakes.admin.requests.at(-1)).toMatchObject({
      ...{ call: 'listAudit', action: 'edit-employee', from: 5, page: 1, limit: 1_000 },
    });
    gateway.fakes.admin.failure = new AppError('forbidden', 'Forbidden');
    expect((await ask('staff.csv')).status).toBe(403);
  });

  it.each([
    'employees.csv',
    'videos.csv',
    'staff.csv',
    'audit.csv',
    'employee-token-histories/ada/entries.csv',
  ])('%s is for staff only', async (path) => {
    expect((await gateway.ask('GET', `/api/admin/${path}`, {})).status).toBe(401);
  });
});
