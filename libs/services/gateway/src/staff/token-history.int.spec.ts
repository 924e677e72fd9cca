import { jest } from '@jest/globals';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.allVideos.reset();
  gateway.fakes.chaptering.reset();
  gateway.fakes.auth.directory.add('ada');
});
afterAll(() => gateway.running.stop());

const history = (userId = 'ada') =>
  gateway.callAsStaff('GET', `/api/admin/employee-token-histories/${userId}`);

describe('the token history of a user', () => {
  it('has the operations of chaptering with the video titles', async () => {
    const { allVideos, chaptering } = gateway.fakes;
    allVideos.add('x', 'ada');
    chaptering.addHistory('one', 'ada', 'x');
    chaptering.addHistory('two', 'ada', 'deleted');
    chaptering.addHistory('other', 'eve', 'x');
    const one = {
      _id: 'one',
      muxVideoId: { _id: 'x', title: 'Talk x' },
      operationType: 'quotes',
      state: 'done',
      tokens: 52,
      systemPrompt: 'Numbers first.',
      customPrompt: 'About teaching.',
      resultString: '[]',
      createdAt: 1_795_000_000,
    };
    const two = { ...one, _id: 'two', muxVideoId: { _id: 'deleted', title: '' } };
    expect((await history()).json).toEqual({ status: 'success', data: [one, two], total: 2 });
    allVideos.isUnavailable = true;
    const untitled = { ...one, muxVideoId: { _id: 'x', title: '' } };
    expect((await history()).json).toMatchObject({ data: [untitled, two] });
  });

  it('is refused for unknown users, and while chaptering is unavailable', async () => {
    expect(await history('nobody')).toMatchObject({
      status: 404,
      json: { status: 'error', code: 'not-found', msg: 'The user was not found.' },
    });
    gateway.fakes.chaptering.isUnavailable = true;
    expect(await history()).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  });
});
