import type { Page, Route } from 'playwright-core';

/** Changes the data of the product's answers to a page, for what a short test cannot bring about. */
export async function changeAnswers(
  page: Page,
  address: string | RegExp,
  change: (data: never) => unknown,
): Promise<void> {
  const answer = async (route: Route) => {
    // Without the version that the page knows: an answer that nothing has changed has no data.
    const { 'if-none-match': _known, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const whole = (await response.json()) as { readonly data: never };
    await route.fulfill({ response, json: { ...whole, data: change(whole.data) } });
  };
  // A page that has been left, or closed, needs no answer.
  await page.route(address, (route) => answer(route).catch(() => undefined));
}
