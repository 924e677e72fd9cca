import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
import type { Model } from 'mongoose';
import { TeamsUnderTest, type Person } from '../testing/teams-under-test.ts';
import type { MemberVisit } from './member-visit.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

describe('the last visit of a member', () => {
  let teams: TeamsUnderTest;
  let visits: Model<MemberVisit>;
  let ann: Person;
  let bo: Person;
  let teamId: string;
  beforeAll(async () => {
    teams = await TeamsUnderTest.start();
    visits = teams.auth.store.model<MemberVisit>('MemberVisit');
  });
  afterAll(() => teams.stop());
  beforeEach(async () => {
    [ann, bo] = [await teams.register(), await teams.register()];
    teamId = await teams.makeTeam(ann);
    await teams.join(teamId, ann, bo, 'editor');
  });

  const use = ({ token }: Person, workspaceId?: string) =>
    teams.auth.client.verifySession({ token, workspaceId });
  const now = () => Math.floor(teams.auth.clock.now().getTime() / 1_000);
  async function lastHere(): Promise<Record<string, number | undefined>> {
    const { members } = await teams.auth.client.getTeam({ ownerId: teamId });
    return Object.fromEntries(members.map(({ userId, lastHere: at }) => [userId, at]));
  }

  it('is told by the team, exact to a minute, and is no use of another workspace', async () => {
    expect(await lastHere()).toEqual({ [ann.id]: undefined, [bo.id]: undefined });
    const first = now();
    await use(bo, teamId);
    await use(ann);
    teams.auth.clock.passMinutes(0.5);
    await use(bo, teamId);
    expect(await lastHere()).toEqual({ [ann.id]: undefined, [bo.id]: first });
    teams.auth.clock.passMinutes(1);
    await use(bo, teamId);
    expect((await lastHere())[bo.id]).toBe(now());
    const other = await teams.makeTeam(ann, 'Globex');
    await use(ann, other);
    expect((await lastHere())[ann.id]).toBeUndefined();
  });

  it('stays when the person signs out', async () => {
    const { sessionId } = await use(bo, teamId);
    await teams.auth.client.logout({ userId: bo.id, sessionId });
    expect((await lastHere())[bo.id]).toBe(now());
  });

  it('is not of somebody who may not use the team', async () => {
    const eve = await teams.register();
    await expect(use(eve, teamId)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await visits.countDocuments({ userId: eve.id })).toBe(0);
  });

  it('stops no request when it cannot be stored', async () => {
    jest.spyOn(visits, 'updateOne').mockImplementation(() => {
      throw new Error('The store is read only.');
    });
    expect((await use(bo, teamId)).workspace?.id).toBe(teamId);
    jest.restoreAllMocks();
  });

  it.each([
    ['is removed', () => teams.send(ann, 'auth.remove-member.v1', { ownerId: teamId, userId: bo.id })],
    ['is deleted', () => teams.peer.send('auth.delete-account.v1', { userId: bo.id, by: 'staff-1' })],
  ])('is forgotten when the member %s', async (_, end) => {
    await use(bo, teamId);
    await use(ann, teamId);
    await end();
    expect(await visits.countDocuments({ userId: bo.id })).toBe(0);
    expect((await lastHere())[ann.id]).toBe(now());
  });

  it('is forgotten with the team', async () => {
    await use(ann, teamId);
    // Of a request that ran while the member was removed.
    await visits.create({ _id: `${teamId}/gone`, userId: 'gone', at: teams.auth.clock.now() });
    for (const { id: userId } of [bo, ann])
      await teams.peer.send('auth.delete-account.v1', { userId, by: 'staff-1' });
    await until(
      () => visits.countDocuments({ _id: { $in: [`${teamId}/${ann.id}`, `${teamId}/gone`] } }),
      (left) => left === 0,
    );
  });
});
