import { workspaceOf } from './workspace-of.ts';

describe('the workspace of a request', () => {
  it.each([undefined, 'ada'])('is the own one of the person, asked for as %j', (asked) => {
    expect(workspaceOf('ada', asked)).toEqual({ id: 'ada' });
  });

  it('is not that of somebody else', () => {
    expect(workspaceOf('ada', 'eve')).toBeUndefined();
  });
});
