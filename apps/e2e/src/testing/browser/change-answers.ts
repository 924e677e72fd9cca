import type { Page } from 'playwright-core';

/** Changes the data of the product's answers to a page, for what a short test cannot bring about. */
export async function changeAnswers(
  page: Page,
  address: string | RegExp,
  change: (data: never) => unknown,
): Promise<void> {
  await page.route(address, async (route) => {
    // Without the version that the page knows: an answer that nothing has changed has no data.
    const { 'if-none-match': _known, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const answer = (await response.json()) as { readonly data: never };
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
  });
}
