import { toSeconds } from '../../e2e/src/testing/shared/cues.ts';
import { playback } from '../../e2e/src/testing/browser/in-page.ts';
import { until } from '../../e2e/src/testing/shared/until.ts';
import { editorStates } from './editor-states.ts';
import type { PageState, Stage } from './page-state.ts';

const visitor = { isPublic: true } as const;
const whole = { isPublic: true, isFullPage: true } as const;
const openVideo = ({ video }: Stage) => `/asset/${video.uploadId}`;
/** Opens the chapter that shows a chart, and plays from its start. */
async function playSomewhere({ page, video }: Stage): Promise<void> {
  const chapter = video.chapters.find(({ start }) => start > '00:04:20') ?? video.chapters[0]!;
  await page.getByRole('button', { name: `Show details of ${chapter.title}` }).click();
  await page
    .getByRole('button', { name: new RegExp(`^Play from .*: ${chapter.title}$`) })
    .first()
    .click();
  await until('the video to play', async () => {
    const { time, isPaused } = await page.locator('video').evaluate(playback);
    return !isPaused && time > toSeconds(chapter.start) + 1;
  });
  await page.mouse.move(0, 0);
}
const untilLoaded = ({ page }: Stage) => page.getByRole('button', { name: 'Expand all' }).waitFor();

export const pageStates: readonly PageState[] = [
  { name: 'landing', address: '/', ...whole },
  { name: 'landing-top', address: '/', ...visitor },
  { name: 'support', address: '/support', ...whole },
  { name: 'contact', address: '/contact', ...whole },
  {
    name: 'contact-thanks',
    address: '/contact',
    ...visitor,
    reach: async ({ page }) => {
      await page.getByLabel('Subject').fill('Export of quotes');
      await page.getByRole('button', { name: 'Send feedback' }).click();
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    },
  },
  { name: 'privacy-policy', address: '/privacy-policy', ...whole },
  { name: 'terms-of-service', address: '/terms-of-service', ...whole },
  { name: 'not-found', address: '/suport', ...visitor },
  { name: 'login', address: '/login', ...visitor },
  {
    name: 'login-incomplete',
    address: '/login',
    ...visitor,
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Please fill in all fields.').waitFor();
    },
  },
  { name: 'register', address: '/register', ...whole },
  { name: 'api', address: '/api/docs', ...visitor },
  {
    name: 'library',
    address: '/asset/view',
    reach: ({ page }) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'library-confirm',
    address: '/asset/view',
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'library-update-search',
    address: '/asset/view',
    reach: async ({ page }) => {
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Update search…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'video', address: openVideo, reach: untilLoaded },
  {
    name: 'video-expanded',
    address: openVideo,
    reach: ({ page }) => page.getByRole('button', { name: 'Expand all' }).click(),
  },
  { name: 'video-playing', address: openVideo, reach: playSomewhere },
  ...editorStates,
];
