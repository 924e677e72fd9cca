import type { VideoRecord, WorkspaceItem } from '@vault/contracts';
import type { Api } from '../../testing/api/api.ts';
import { sendWithRetry } from '../../testing/api/send-with-retry.ts';
import type { AppName } from '../../testing/product/product.ts';
import { until } from '../../testing/shared/until.ts';
import type { FaultTestEnvironment, TestVideo } from './fault-test-environment.ts';
import { ignoreFailure, type Point } from './point.ts';

const wholeTimeoutMs = 360_000;
/** Said in the talk. */
const word = 'pricing';

/** While the service makes the move: it is killed at a random moment. */
export const moves: Point = {
  when: 'while a video moves to a team',
  run: async (environment) => {
    const { testVideo, team } = await videoAndTeam(environment);
    const brokenCall = ignoreFailure(move(testVideo, team));
    await environment.killAndRestart('upload', 100);
    await brokenCall;
    await move(testVideo, team);
    await untilOnlyIn(team, testVideo);
  },
};

/** While a service follows the move, which has been made before. */
export const follows = (app: AppName): Point => ({
  when: 'while it follows a video that moves to a team',
  run: async (environment) => {
    const { testVideo, team } = await videoAndTeam(environment);
    const service = environment.product.process(app);
    service.pause();
    try {
      // Upload asks chaptering whether it writes texts, and the gateway asks for clips.
      const moving = move(testVideo, team);
      if (app === 'chaptering' || app === 'clip') service.resume();
      await moving;
    } finally {
      service.resume();
    }
    await environment.killAndRestart(app, 100);
    await untilOnlyIn(team, testVideo);
  },
});

async function videoAndTeam(environment: FaultTestEnvironment) {
  const testVideo = await environment.readyVideo();
  const body = { name: 'Acme' };
  const { json } = await sendWithRetry(testVideo.api, 'POST', '/api/workspaces', { body });
  const team = environment.product.api();
  team.user = testVideo.api.user;
  team.workspaceId = (json!.data as WorkspaceItem).id;
  return { testVideo, team };
}

/** Succeeds when it has moved before. */
const move = ({ api, id }: TestVideo, team: Api) =>
  sendWithRetry(api, 'POST', `/api/muxvideos/${id}/move`, {
    body: { to: team.workspaceId },
    alsoAccepted: [404],
  });

async function untilOnlyIn(team: Api, { api, id }: TestVideo): Promise<void> {
  const path = `/api/muxvideos/asset/${id}`;
  const finds = async (who: Api) =>
    (await sendWithRetry(who, 'GET', `/api/search?keyword=${word}`)).text.includes(id);
  const isWhole = async () => {
    const { status, json } = await team.send('GET', path);
    const video = json?.data as VideoRecord | undefined;
    const isHere = status === 200 && (video?.chapters.length ?? 0) > 0 && (await finds(team));
    return isHere && (await api.send('GET', path)).status === 404 && !(await finds(api));
  };
  await until(`${id} to be in the team only`, isWhole, wholeTimeoutMs);
}
