import { toWorkspaceItem } from './to-workspace-item.ts';

const team = { id: 't1', name: 'Acme', kind: 'team', role: 'editor', publishers: 'admins' };

describe('a workspace as its member sees it', () => {
  it('has only the fields that it needs', () => {
    expect(toWorkspaceItem(team)).toEqual(team);
  });

  it('has its picture, and since when its member signs in through its provider', () => {
    expect(toWorkspaceItem({ ...team, picture: 'UklGRg==', linkedAt: 1_793_664_000 })).toEqual({
      ...team,
      picture: 'data:image/webp;base64,UklGRg==',
      linked_at: 1_793_664_000,
    });
  });

  it('is a personal one when an older replica of auth names only its id', () => {
    const unknown = { id: 'ada', name: '', kind: '', role: '', publishers: '' };
    expect(toWorkspaceItem(unknown)).toMatchObject({ id: 'ada', kind: 'personal', role: 'owner' });
  });
});
