import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from '../api/api.ts';
import { uploadVideo } from '../api/send-file.ts';
import type { Product } from '../product/product.ts';
import { sharedProduct } from '../product/shared-product.ts';
import { openBrowser, WatchedPage } from './browser.ts';

/** A new person of the shared product, signed in on a page of their own. */
export interface SignedIn {
  readonly product: Product;
  readonly api: Api;
  /** The caller closes it. */
  readonly browser: Browser;
  readonly watched: WatchedPage;
  readonly page: Page;
}

/** @param plan that of an executive by default */
export async function signedIn(...plan: Parameters<Api['register']>): Promise<SignedIn> {
  const { product, api } = await register(...plan);
  return openPage(product, api);
}

/** With a video that is ready. */
export async function signedInWithVideo(
  media: Parameters<typeof uploadVideo>[1],
  title: string,
): Promise<SignedIn & { readonly video: VideoRecord }> {
  const { product, api } = await register();
  const { session } = await uploadVideo(api, media, title);
  const video = await api.untilReady(session.id);
  return { ...(await openPage(product, api)), video };
}

async function register(...plan: Parameters<Api['register']>) {
  const product = await sharedProduct();
  const api = product.api();
  await api.register(...plan);
  return { product, api };
}

/** Last, because a test that has failed before it has no browser to close. */
async function openPage(product: Product, api: Api): Promise<SignedIn> {
  const browser = await openBrowser();
  const watched = await WatchedPage.openAs(api.user!, browser, product);
  return { product, api, browser, watched, page: watched.page };
}
