import { jest } from '@jest/globals';
import { TeamsUnderTest, type Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

describe('when somebody becomes an owner, the mails', () => {
  let teams: TeamsUnderTest;
  let ann: Person;
  let bo: Person;
  let cy: Person;
  let teamId: string;
  beforeAll(async () => {
    teams = await TeamsUnderTest.start();
  });
  afterAll(() => teams.stop());
  beforeEach(async () => {
    ann = await teams.register({ firstname: 'Ann', lastname: 'Lee' });
    bo = await teams.register({ firstname: 'Bo', lastname: 'Diaz' });
    cy = await teams.register({ firstname: 'Cy', lastname: 'evil.example' });
    teamId = await teams.makeTeam(ann);
  });

  const setRole = (person: Person, role: 'owner' | 'admin') =>
    teams.send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: person.id, role });
  const welcome = 'Welcome to Webinar Vault';
  const invitation = 'Ann Lee invites you to Acme on Webinar Vault';

  it('tell the owners, also who did it, and the new one of the role; nobody else', async () => {
    await teams.join(teamId, ann, bo, 'editor');
    await teams.join(teamId, ann, cy, 'admin');
    await setRole(bo, 'owner');
    await setRole(cy, 'owner');
    const ofBo = 'Bo Diaz is now an owner of Acme';
    // A name that may contain an address is left out.
    const ofCy = 'Cy is now an owner of Acme';
    const role = 'Your role in Acme is now owner';
    expect(await teams.subjectsTo(ann, 3)).toEqual([ofBo, ofCy, welcome]);
    expect(await teams.subjectsTo(bo, 4)).toEqual([invitation, ofCy, welcome, role].sort());
    expect(await teams.subjectsTo(cy, 3)).toEqual([invitation, welcome, role].sort());
    const mail = (await teams.mailsTo(ann, 3)).find(({ subject }) => subject === ofBo);
    const text = (mail?.text ?? '').replaceAll(/\s+/g, ' ');
    expect(text).toContain(`Bo Diaz (${bo.email}) is an owner of Acme now.`);
    expect(text).toContain('https://vault.example/workspace#members');
  });

  it('tell of an owner who joins, once', async () => {
    await teams.join(teamId, ann, bo, 'owner');
    const token = await teams.tokenTo(bo.email);
    await teams.auth.client.acceptInvitation({ token, userId: bo.id });
    expect(await teams.subjectsTo(ann, 2)).toEqual(['Bo Diaz is now an owner of Acme', welcome]);
    expect(await teams.subjectsTo(bo, 2)).toEqual([invitation, welcome]);
  });

  it('tell whoever is owner in place of a deleted one', async () => {
    await teams.join(teamId, ann, bo, 'viewer');
    await teams.join(teamId, ann, cy, 'editor');
    await teams.peer.send('auth.delete-account.v1', { userId: ann.id, by: 'staff-1' });
    expect(await teams.subjectsTo(cy, 3)).toEqual([invitation, welcome, 'Your role in Acme is now owner']);
    expect(await teams.rolesOf(teamId)).toEqual({ [bo.id]: 'viewer', [cy.id]: 'owner' });
  });
});
