import { jest } from '@jest/globals';
import { TeamsUnderTest } from '../testing/teams-under-test.ts';
import { TeamRepository } from './team.repository.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let teams: TeamsUnderTest;
beforeAll(async () => {
  teams = await TeamsUnderTest.start();
});
afterAll(() => teams.stop());

it('an invitation is accepted by both of two requests, of which one overtakes the other', async () => {
  const { client, running } = teams.auth;
  const [ann, bo] = [await teams.register(), await teams.register()];
  const ownerId = await teams.makeTeam(ann);
  await client.invite({ ownerId, userId: ann.id, emails: [bo.email], role: 'editor', note: '' });
  const request = { token: await teams.tokenTo(bo.email), userId: bo.id };
  const repository = running.get(TeamRepository);
  const find = repository.find.bind(repository);
  jest.spyOn(repository, 'find').mockImplementationOnce(async (id) => {
    const team = await find(id);
    await client.acceptInvitation(request);
    return team;
  });
  expect((await client.acceptInvitation(request)).id).toBe(ownerId);
  expect(await teams.rolesOf(ownerId)).toEqual({ [ann.id]: 'owner', [bo.id]: 'editor' });
});
