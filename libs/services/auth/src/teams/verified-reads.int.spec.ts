import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
import { TeamsUnderTest, type Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

describe('what auth reads to verify a session', () => {
  const commands: [string, string][] = [];
  let teams: TeamsUnderTest;
  let ann: Person;
  let teamId: string;
  beforeAll(async () => {
    teams = await TeamsUnderTest.start();
    // Sweeps and pollers find documents that are due, never one by its id.
    teams.auth.store.set('debug', (collection: string, method: string, filter?: object) => {
      if (filter && '_id' in filter) commands.push([collection, method]);
    });
    ann = await teams.register();
    teamId = await teams.makeTeam(ann);
    await untilSent();
  });
  afterAll(() => teams.stop());

  /** Waits until no message of a person or a team waits to be sent. */
  async function untilSent(): Promise<void> {
    const waiting = ['User', 'Team'].map(
      (name) => () => teams.auth.store.model(name).countDocuments({ outboxSince: { $exists: true } }),
    );
    for (const count of waiting) await until(count, (left) => left === 0);
  }

  async function commandsOf(workspaceId?: string): Promise<string[]> {
    commands.length = 0;
    const { workspace } = await teams.auth.client.verifySession({ token: ann.token, workspaceId });
    expect(workspace?.id).toBe(workspaceId ?? ann.id);
    return commands.map((command) => command.join(' ')).sort();
  }
  const ofPerson = ['sessions findOne', 'users findOne'];
  const ofTeam = ['sessions findOne', 'teams findOne', 'users findOne'];

  it('is two documents, and for a team one more: its version', async () => {
    // The first use of a team reads its roster, and is stored as a visit.
    expect(await commandsOf(teamId)).toEqual(['member_visits updateOne', ...ofTeam, 'teams findOne'].sort());
    expect(await commandsOf()).toEqual(ofPerson);
    expect(await commandsOf(teamId)).toEqual(ofTeam);
    expect(await commandsOf(teamId)).toEqual(ofTeam);
  });

  it('is the roster once more after a change of the team', async () => {
    await teams.send(ann, 'auth.edit-team.v1', { ownerId: teamId, name: 'Globex' });
    await untilSent();
    expect(await commandsOf(teamId)).toEqual([...ofTeam, 'teams findOne'].sort());
    expect(await commandsOf(teamId)).toEqual(ofTeam);
  });
});
