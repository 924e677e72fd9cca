import { setImmediate as nextTurn } from 'node:timers/promises';
import { listQuery } from '@vault/contracts';
import { VideoComposerService } from './video-composer.service.ts';

describe('full lists of one owner', () => {
  it('take turns, so that others are answered', async () => {
    let [running, most] = [0, 0];
    const upload = {
      listVideos: async ({ ownerId }: { ownerId: string }) => {
        if (ownerId === 'ada') most = Math.max(most, ++running);
        await nextTurn();
        if (ownerId === 'ada') running -= 1;
        return { videos: [], next: '', total: 0 };
      },
    };
    const sets = { list: () => Promise.resolve(new Map()) };
    const composer = new VideoComposerService(upload as never, sets as never);
    const full = listQuery.parse({ view: 'full' });
    const lists = Array.from({ length: 20 }, () => composer.list('ada', full));
    await expect(composer.list('ben', full)).resolves.toEqual({ data: [], next: null, total: 0 });
    await Promise.all(lists);
    expect(most).toBe(2);
  });
});
