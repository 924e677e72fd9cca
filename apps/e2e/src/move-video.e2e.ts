import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  ClipList,
  LedgerRow,
  MomentRecord,
  Operation,
  PortalRecord,
  TeamRow,
  Transcript,
  VideoRecord,
  WorkspaceItem,
  WorkspaceLogPage,
} from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { briefTalk } from './testing/api/talk.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import { makeOwnedData, uniqueWord, type OwnedData } from './testing/product/owned-data.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { makeTeam } from './testing/product/test-team.ts';
import { untilIdle } from './testing/product/until-idle.ts';
import { movePointOf, movePoints, type MovePoint } from './testing/stores/move-point.ts';
import { chooseSeed, isFullRun, sample, seeded } from './testing/shared/random.ts';
import { until } from './testing/shared/until.ts';

const seed = chooseSeed();
const random = seeded(seed);
const notMember = [403, 'You are not a member of this workspace.'];
const isOneProcess = process.env.E2E_MODE !== 'microservices';
/** Services that own or follow a video. */
const services = ['upload', 'chaptering', 'search', 'clip', 'portal'] as const;
/** Kills at each point, of how many points; their sum takes minutes. */
const [kills, points] = isFullRun ? [isOneProcess ? 6 : 2, movePoints.length] : [1, 4];
const rounds = isFullRun ? 12 : 3;
/** A move takes less on an idle machine. */
const moveMs = 400;
/** A process that is looked at runs so long at most before it is paused again. */
const stepMs = 3;
const maxSteps = 5_000;

/** The fields of a record that follow the viewer or the time. */
const unstable = [
  'version',
  'detailsVersion',
  'thumbnail',
  'streamUrl',
  'storyboardUrl',
  'captionsUrl',
  'localVideo',
];

describe(`a video moves between workspaces, E2E_SEED=${String(seed)}`, () => {
  let mail: MailCatcher;
  let product: Product;
  let staff: StaffApi;
  let owned: OwnedData;
  /** One person, in their own workspace and in teams. */
  let own: Api;
  let team: Api;
  /** A team in which the person is a viewer. */
  let viewed: Api;
  let videoId: string;

  before(async () => {
    mail = await MailCatcher.open();
    product = await startProduct({
      env: { ...mail.env, SIGN_IN_RATE: '10000', KAFKA_SESSION_SECONDS: '3' },
    });
    staff = new StaffApi(product);
    await staff.signIn();
    owned = await makeOwnedData(product);
    own = owned.api;
    videoId = owned.ids['the webinar']!;
    team = await newTeam(own);
    const other = product.api();
    await other.register();
    viewed = within(own, (await newTeam(other)).workspaceId!);
    await join(viewed.workspaceId!, other);
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await mail.close();
  });

  /** The same person in another workspace. */
  function within(api: Api, workspaceId: string): Api {
    const same = product.api();
    same.user = api.user;
    if (workspaceId !== '') same.workspaceId = workspaceId;
    return same;
  }

  /** Another workspace of the person. */
  async function newTeam(api: Api): Promise<Api> {
    const team = within(api, '');
    await makeTeam(staff, team);
    return team;
  }

  /** Staff allow a team so many videos. */
  async function allow(id: string, videos: number): Promise<void> {
    const plan = { plan: 'executive', membership_end: '2099-12-31', video_limit: videos };
    const { data } = await staff.ask<{ data: TeamRow }>('POST', `/api/admin/team/${id}`, plan);
    assert.equal(data.video_limit, videos);
  }

  async function join(id: string, owner: Api): Promise<void> {
    const inviting = within(owner, id);
    await inviting.ask('POST', '/api/workspace/invitations', { emails: [own.user!.email], role: 'viewer' });
    const { text = '' } = await mail.untilSent(
      own.user!.email,
      'Ada Lovelace invites you to Acme on Webinar Vault',
    );
    await own.ask('POST', '/api/workspaces/accept', { token: /\/join#([\w-]+)/.exec(text)?.[1] });
  }

  const idOf = (api: Api) => api.workspaceId ?? api.user!.id;
  async function move(from: Api, to: Api | string, id = videoId, headers: Record<string, string> = {}) {
    const body = { to: typeof to === 'string' ? to : idOf(to) };
    const { status, json } = await from.send('POST', `/api/muxvideos/${id}/move`, { body, headers });
    return [status, json?.msg ?? json?.data] as const;
  }
  const moved = (to: Api, id = videoId) => [200, { id, workspace: idOf(to) }];
  const get = async (api: Api, path: string) => (await api.send('GET', path)).status;
  const finds = async (api: Api, word = uniqueWord) =>
    (await api.send('GET', `/api/search?keyword=${word}`)).text.includes(videoId);

  /** All that a workspace has of a video; undefined while a part is not there. */
  async function readAll(api: Api, id = videoId) {
    const answer = await api.send('GET', `/api/muxvideos/asset/${id}`);
    const record = answer.json?.data as VideoRecord | undefined;
    if (answer.status !== 200 || !record || record.chaptersMissing) return undefined;
    const video = Object.fromEntries(Object.entries(record).filter(([name]) => !unstable.includes(name)));
    const { clips } = await api.ask<ClipList>('GET', `/api/muxvideos/${id}/clips`);
    const moments = await api.ask<MomentRecord[]>('GET', `/api/moments?passthrough=${id}`);
    const { vtt, recognisedVtt } = await api.ask<Transcript>('GET', `/api/muxvideos/${id}/transcript`);
    return {
      video,
      words: [vtt, recognisedVtt],
      clips: clips.map(({ link: _link, ...clip }) => clip),
      moments: moments.map((moment) => ({ ...moment, plays: 0 })),
    };
  }
  type Everything = Awaited<ReturnType<typeof readAll>>;

  /** Waits until a workspace has everything of a video. */
  async function untilWhole(api: Api, expected: Everything, id = videoId): Promise<void> {
    let read: Everything;
    await until('the video to be whole', async () => {
      read = await readAll(api, id).catch(() => undefined);
      return isSame(read, expected);
    }).catch(() => assert.deepEqual(read, expected));
  }
  const isSame = (one: unknown, other: unknown) => {
    try {
      assert.deepEqual(one, other);
      return true;
    } catch {
      return false;
    }
  };

  /** What the services that have data of videos store. */
  async function storedNow() {
    await untilIdle(product);
    const documents = services.map((service) => product.stored().documents(service));
    // The open upload is looked at again and again.
    return JSON.stringify(await Promise.all(documents), (name, value: unknown) =>
      name === 'nextCheckAt' ? undefined : value,
    );
  }

  it('with everything it has, which is found there only', async () => {
    const portal = await own.ask<PortalRecord>('PATCH', `/api/portals/${owned.ids['its portal']!}`, {
      ...{ version: (await portals(own))[0]!.version, video_ids: [videoId] },
    });
    await own.ask('POST', `/api/portals/${portal.id}/publication`, { is_published: true });
    const shown = () => get(product.api(), `/p/${portal.slug}/${videoId}`);
    await until('the portal to show it', async () => (await shown()) === 200);
    const before = await readAll(own);
    assert.ok(before && before.clips.length > 0 && before.moments.length > 0);
    assert.ok(await finds(own));
    const { streamUrl } = await own.video(videoId);
    const plays = async (address: string) => (await fetch(new URL(address, product.mediaOrigin))).status;
    assert.equal(await plays(streamUrl), 200);

    assert.deepEqual(await move(own, team), moved(team));
    assert.equal(await get(own, `/api/muxvideos/asset/${videoId}`), 404);
    await untilWhole(team, before);
    await until('the search to find it there', () => finds(team));
    await until('addresses of before to play nothing', async () => (await plays(streamUrl)) === 404);
    assert.equal(await plays((await team.video(videoId)).streamUrl), 200);
    await untilIdle(product);
    assert.deepEqual(await readAll(team), before);
    for (const id of ['the webinar', 'its upload', 'its asset'].map((name) => owned.ids[name]!))
      assert.deepEqual(
        [await get(own, `/api/muxvideos/asset/${id}`), await get(team, `/api/muxvideos/asset/${id}`)],
        [404, 200],
      );
    assert.equal(await finds(own), false);
    assert.equal(await get(own, `/api/muxvideos/${videoId}/clips`), 404);
    assert.deepEqual(await own.ask('GET', '/api/moments'), []);
    const workspace = await own.ask<WorkspaceItem>('GET', `/api/workspaces/of-video/${videoId}`);
    assert.equal(workspace.id, idOf(team));
    await until('the portal to leave it out', async () => (await shown()) === 404);
    assert.deepEqual((await portals(own))[0]!.video_ids, []);
    assert.equal((await own.ask<{ terms: unknown[] }>('GET', '/api/glossary')).terms.length, 1);
    assert.deepEqual((await team.ask<{ terms: unknown[] }>('GET', '/api/glossary')).terms, []);
  });
  const portals = async (api: Api) =>
    (await api.ask<{ portals: PortalRecord[] }>('GET', '/api/portals')).portals;

  it('its links go on playing', async () => {
    const page = await fetch(new URL(`/m/${owned.ids['its link']!}`, product.origin));
    assert.equal(page.status, 200);
    const stream = /\/api\/media\/moment\.[^"]+\.m3u8/.exec(await page.text())?.[0];
    assert.ok(stream);
    const playlist = await fetch(new URL(stream, product.origin));
    assert.deepEqual([playlist.status, (await playlist.text()).startsWith('#EXTM3U')], [200, true]);
  });

  it('what it has cost stays with who has paid, without its words', async () => {
    const id = owned.ids['its operation']!;
    const operation = await own.ask<Operation>('GET', `/api/muxupload/operations/${id}`);
    assert.deepEqual([operation.state, operation.result], ['done', '']);
    assert.equal(await get(team, `/api/muxupload/operations/${id}`), 404);
    const ledger = (api: Api) => api.ask<LedgerRow[]>('GET', '/api/account/ledger');
    assert.ok((await ledger(own)).some(({ operation_id }) => operation_id === id));
    assert.ok(!(await ledger(team)).some(({ operation_id }) => operation_id === id));
  });

  it('a clip of before is the same clip when it is cut again', async () => {
    const { clips } = await team.ask<ClipList>('GET', `/api/muxvideos/${videoId}/clips`);
    const range = { passthrough: videoId, timeIn: '00:00:00', timeOut: '00:00:02' };
    await team.ask('POST', '/api/muxupload/video-cut', range);
    const after = await team.ask<ClipList>('GET', `/api/muxvideos/${videoId}/clips`);
    assert.deepEqual(
      after.clips.map((clip) => clip.id),
      clips.map((clip) => clip.id),
    );
  });

  it('back again, and a repeat of the request changes nothing', async () => {
    const before = await readAll(team);
    const key = { 'idempotency-key': randomUUID() };
    assert.deepEqual(await move(team, own, videoId, key), moved(own));
    assert.deepEqual(await move(team, own, videoId, key), moved(own));
    await untilWhole(own, before);
    await until('the search to find it there', () => finds(own));
    await untilIdle(product);
    assert.deepEqual(await readAll(own), before);
    assert.equal(await finds(team), false);
    assert.deepEqual(await move(team, own, videoId, key), moved(own));
    assert.equal((await move(team, own))[0], 404);
    await untilWhole(own, before);
  });

  it('the audit log of the team says both', async () => {
    const { entries } = await team.ask<WorkspaceLogPage>('GET', '/api/workspace/audit?limit=20');
    const found = entries.filter(({ action }) => action === 'upload.move-video');
    assert.deepEqual(
      found.map(({ actor, fields }) => [actor.id, fields]),
      [
        [own.user!.id, { videoId, toOwnerId: idOf(own) }],
        [own.user!.id, { videoId, fromOwnerId: idOf(own) }],
      ],
    );
  });

  it('never to a workspace of others, or of nobody, or where the person only watches', async () => {
    const stranger = product.api();
    await stranger.register();
    const theirs = await newTeam(stranger);
    const before = await storedNow();
    for (const foreign of [idOf(theirs), idOf(stranger), randomUUID(), '../own', 'x'])
      assert.deepEqual(await move(own, foreign), notMember, foreign);
    assert.deepEqual(await move(own, viewed), [
      403,
      'Viewers of Acme may not do this. Ask an admin of the team.',
    ]);
    assert.deepEqual(await move(viewed, own), [
      403,
      'Viewers of Acme may not do this. Ask an admin of the team.',
    ]);
    assert.deepEqual(await move(stranger, theirs), [404, 'The video was not found.']);
    assert.deepEqual(await move(own, own), [400, 'The video is in this workspace.']);
    assert.equal((await move(own, ''))[0], 400);
    assert.equal(await storedNow(), before);
  });

  it('only where a place is free, also when two come at once', async () => {
    await allow(idOf(team), 1);
    const { id } = await newVideo();
    const answers = await Promise.all([move(own, team), move(own, team, id)]);
    const [first, second] = [videoId, id];
    const full = [403, 'The other workspace has used 1 of 1 videos of its plan. Delete one there first.'];
    const got = answers.map(([status]) => status);
    assert.deepEqual([...got].sort(), [200, 403]);
    assert.deepEqual(answers[got.indexOf(403)], full);
    const inTeam = got[0] === 200 ? first : second;
    const inOwn = inTeam === first ? second : first;
    assert.deepEqual(await move(own, team, inOwn), full);
    assert.deepEqual(await move(team, own, inTeam), moved(own, inTeam));
    assert.deepEqual(await move(own, team, inOwn), moved(team, inOwn));
    await allow(idOf(team), 50);
    if (inOwn === videoId) assert.deepEqual(await move(team, own), moved(own));
  });

  it('not while a clip of it is cut', async () => {
    const refused = [409, 'Wait until the clip is cut.'];
    // The clip may be ready before the request.
    const isRefused = await until('a move to be refused', async () => {
      const from = random();
      await own.ask('POST', `/api/muxvideos/${videoId}/clips`, {
        ...{ from, to: from + 4, frame: 'square', captions: 'none' },
      });
      const answer = await move(own, team);
      if (answer[0] === 200) await until('it to be back', async () => (await move(team, own))[0] === 200);
      return answer[0] === 409 && answer;
    });
    assert.deepEqual(isRefused, refused);
    await until('the move', async () => (await move(own, team))[0] === 200);
    await until('it to be back', async () => (await move(team, own))[0] === 200);
  });

  async function newVideo(): Promise<VideoRecord> {
    const { session } = await uploadVideo(own, briefTalk(), `Talk ${String(random())}`);
    return own.untilReady(session.id);
  }

  /** Waits until the video is whole in one workspace. @returns that */
  async function untilInOne(id: string): Promise<Api> {
    return until('the video to be in one workspace', async () => {
      const places: Api[] = [];
      for (const api of [own, team])
        if ((await get(api, `/api/muxvideos/asset/${id}`)) === 200) places.push(api);
      const [place] = places;
      return places.length === 1 && place && (await readAll(place, id)) ? place : undefined;
    });
  }

  /**
   * Begins a move and kills a process of it: one that runs alone when it has stored so much of the move, or has just gone
   * further; one of several at a random moment.
   * @returns how far the move was, where that is known
   */
  async function killAt(point: MovePoint, [from, to]: readonly [Api, Api]): Promise<MovePoint | undefined> {
    const answer = { isThere: false };
    const call = move(from, to)
      .catch(() => undefined)
      .finally(() => (answer.isThere = true));
    const name = isOneProcess ? 'all-in-one' : services[Math.floor(random() * services.length)]!;
    const killed = product.process(name);
    if (!isOneProcess) {
      await wait(random() * moveMs);
      await killed.kill();
      return undefined;
    }
    const moving = { videoId, from: idOf(from), to: idOf(to) };
    for (let step = 0; step < maxSteps; step += 1) {
      await wait(random() * stepMs);
      const isEnd = answer.isThere;
      killed.pause();
      const reached = await movePointOf(product.stored(), moving);
      // A refused move goes no further.
      const isRefused = isEnd && reached === 'nothing is stored';
      if (isRefused || movePoints.indexOf(reached) >= movePoints.indexOf(point)) {
        await killed.kill();
        await call;
        return reached;
      }
      killed.resume();
    }
    throw new Error(`the move does not come to where ${point}`);
  }

  it(`whole after ${String(kills * points)} kills, ${String(kills)} at each of ${String(points)} points`, async () => {
    let place: Api = own;
    const before = await readAll(own);
    const reached = new Map<string, number>();
    const chosen = sample(movePoints, points, random);
    for (const point of Array.from({ length: kills }, () => chosen).flat()) {
      const target = place === own ? team : own;
      const at = (await killAt(point, [place, target])) ?? 'some moment';
      reached.set(at, (reached.get(at) ?? 0) + 1);
      await product.start();
      await untilIdle(product);
      place = await untilInOne(videoId);
      assert.deepEqual(await readAll(place), before);
      const other = place === own ? team : own;
      await until(
        'the search to find it there only',
        async () => (await finds(place)) && !(await finds(other)),
      );
    }
    process.stdout.write(`killed at ${JSON.stringify(Object.fromEntries(reached))}\n`);
    if (place === team) await until('the move back', async () => (await move(team, own))[0] === 200);
  });

  it(`whole or deleted after ${String(rounds)} rounds of other work at the same time`, async () => {
    const works: Record<string, (api: Api, id: string) => Promise<{ readonly status: number }>> = {
      move: async (api, id) => ({ status: (await move(api, api === own ? team : own, id))[0] }),
      cut: (api, id) => {
        const from = random();
        const body = { from, to: from + 1, frame: 'recorded', captions: 'none' };
        return api.send('POST', `/api/muxvideos/${id}/clips`, { body });
      },
      regenerate: (api, passthrough) =>
        api.send('POST', '/api/muxupload/re-generate-chapter', { body: { passthrough } }),
      share: (api, passthrough) => {
        const start = random();
        return api.send('POST', '/api/moments', {
          body: { passthrough, kind: 'span', start, end: start + 1 },
        });
      },
      save: (api, passthrough) =>
        api.send('PATCH', '/api/muxupload/save', {
          body: { passthrough, title: `Saved ${String(random())}` },
        }),
    };
    const names = ['move', ...Object.keys(works)];
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await newVideo();
      const done: string[] = [];
      for (let step = 0; step < 4; step += 1) {
        const place = await untilInOne(id);
        const elsewhere = place === own ? team : own;
        const chosen = Array.from({ length: 3 }, () => names[Math.floor(random() * names.length)]!);
        const asked = chosen.map(async (name) => {
          await wait(random() * moveMs);
          const api = random() < 0.75 ? place : elsewhere;
          const { status } = await works[name]!(api, id);
          assert.ok([200, 403, 404, 409, 429, 503].includes(status), `${name}: ${String(status)}`);
          done.push(`${name} ${String(status)}`);
        });
        await Promise.all(asked);
      }
      const place = await untilInOne(id);
      process.stdout.write(`${done.join(', ')}\n`);
      if (round % 2 === 0) continue;
      // A move and a deletion at once: one of them comes first.
      const deletions = [own, team].map((api) => api.send('DELETE', `/api/muxvideos/${id}`));
      await Promise.all([move(place, place === own ? team : own, id), ...deletions]);
    }
    await untilIdle(product);
  });
});
