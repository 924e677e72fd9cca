import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSearchAnswer, aSearchResult } from '../testing/a-search-answer.ts';
import { ok, refusal, unauthorized } from '../testing/fake-server.ts';
import { currentAddress } from '../testing/open-page.tsx';
import { fixture, keywords, openBox, results, route, search } from '../testing/search-fixture.ts';

describe('the results', () => {
  test("Search results modal, opened by the search trigger: heading '( N ) results for : keyword'; each result shows thumbnail, highlighted title, a 'Match case' label and a highlighted snippet; it links to its time", async () => {
    const dialog = within(await search());
    const rows = await dialog.findAllByRole('listitem');
    expect(rows).toHaveLength(3);
    const marks = rows.map((row) => [...row.querySelectorAll('mark')].map((mark) => mark.textContent));
    expect(marks).toEqual([
      ['Pricing', 'pricing'],
      ['Pricing', 'Pricing', 'pricing'],
      ['PRICING', 'pricing'],
    ]);
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/asset/upload-1?t=12.6',
      '/asset/upload-1?t=298',
      '/asset/upload%202',
    ]);
    expect(rows.map((row) => within(row).getByText('Match case').parentElement?.textContent)).toEqual([
      'Match case found in Transcript',
      'Match case found in Chapter quote · Three numbers',
      'Match case found in Title',
    ]);
    expect(within(rows[0]!).getByText('Match case')).toHaveAttribute(
      'title',
      'The keyword was found in this field: Transcript. The search ignores upper and lower case.',
    );
    expect(within(rows[0]!).getByRole('link')).toHaveAccessibleName('Open Pricing by cohort at 00:12');
    expect(rows[0]!.querySelector('img')).toHaveAttribute('src', '/media/play-1/thumbnail.jpg?time=12');
  });

  test('are narrowed to a speaker of the library', async () => {
    const speakers = [
      { name: 'Ann', lines: 30, videos: ['session-1'] },
      { name: 'Bob', lines: 2, videos: ['session-2'] },
    ];
    const resultOfAnn = { ...aSearchResult(), speaker: 'Ann' };
    const answers: Record<string, (typeof results)[number][]> = { Ann: [resultOfAnn], Bob: [] };
    fixture.server
      .on('GET /search/speakers', () => ok({ speakers }))
      .on(route, ({ query }) => ok(aSearchAnswer(query.keyword!, answers[query.speaker ?? ''] ?? results)));
    await search();
    const choice = await screen.findByRole('combobox', { name: 'Said by' });
    expect(within(choice).getAllByRole('option')).toHaveLength(3);
    await userEvent.selectOptions(choice, 'Ann');
    const dialog = within(await screen.findByRole('dialog', { name: '( 1 ) results for : pricing' }));
    const [row] = await dialog.findAllByRole('listitem');
    expect(row).toHaveTextContent('found in Transcript · Ann');
    await userEvent.selectOptions(choice, 'Bob');
    expect(await dialog.findByText(/^Only what Bob says/)).toBeInTheDocument();
    await userEvent.selectOptions(choice, 'All speakers');
    await screen.findByRole('dialog', { name: '( 3 ) results for : pricing' });
    expect(fixture.server.to(route).map(({ query }) => query.speaker)).toEqual([
      undefined,
      'Ann',
      'Bob',
      undefined,
    ]);
  });

  test('a click on the label opens the result too', async () => {
    const dialog = within(await search());
    const [row] = await dialog.findAllByRole('listitem');
    await userEvent.click(within(row!).getByText('Match case'));
    await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
  });

  test('HTML in a result is shown as text', async () => {
    await search();
    const snippet = screen.getAllByRole('listitem')[1]!;
    expect(snippet).toHaveTextContent('Pricing is <b>pricing</b>.');
    expect(snippet.querySelector('b')).toBeNull();
  });

  test('the moments of a video are listed in its result, and each links to its time', async () => {
    const first = [
      { at: 12.6, line: 'We start with pricing.' },
      { at: 61, line: 'Pricing is a lever.' },
    ];
    const spoken = [
      { id: 'session-1', total: 17, first },
      { id: 'session-2', total: 1, first: first.slice(0, 1) },
    ];
    fixture.server.on(route, () => ok({ ...aSearchAnswer('pricing', results), spoken }));
    const dialog = within(await search());
    const toggle = await dialog.findByRole('button', { name: '17 moments' });
    expect(dialog.getByRole('button', { name: '1 moment' })).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(toggle);
    const links = dialog.getAllByRole('link', { name: /^\d\d:\d\d/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/asset/upload-1?t=12.6',
      '/asset/upload-1?t=61',
    ]);
    expect(links[1]).toHaveTextContent('01:01Pricing is a lever.');
    expect(links[1]!.querySelector('mark')).toHaveTextContent('Pricing');
    expect(dialog.getByText(/^The first 2 of 17\./)).toBeInTheDocument();
    await userEvent.click(toggle);
    expect(dialog.queryByRole('link', { name: /^01:01/ })).not.toBeInTheDocument();
  });

  test.each([
    ['near', 'No exact match. These results have all words close together.'],
    ['any', 'No exact match. These results have any of the words.'],
    ['form', 'No exact match. These results have other forms of the words.'],
  ] as const)('a result found by %s says so, and the words are marked', async (matching, note) => {
    const terms = ['start', 'pricing'];
    fixture.server.on(route, () => ok({ ...aSearchAnswer('start of pricing', results), matching, terms }));
    const dialog = within(await search('start of pricing'));
    expect(await dialog.findByText(note)).toBeInTheDocument();
    const [row] = await dialog.findAllByRole('listitem');
    expect([...row!.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      ...['Pricing', 'start', 'pricing'],
    ]);
  });

  test("when empty it says 'No matches found.'", async () => {
    fixture.server.on(route, () => ok(aSearchAnswer('qq', [])));
    await userEvent.type(await openBox(), 'qq{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: '( 0 ) results for : qq' }));
    expect(dialog.getByText('No matches found.')).toBeInTheDocument();
  });

  test('says when there are more results than shown', async () => {
    fixture.server.on(route, () => ok(aSearchAnswer('pricing', results, 1240)));
    await userEvent.type(await openBox(), 'pricing{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: '( 1240 ) results for : pricing' }));
    expect(dialog.getByText(/^Showing the first 3 of 1,240\./)).toBeInTheDocument();
  });

  test('of hundreds only those near the visible part are rendered', async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      aSearchResult({ id: `s${String(index)}`, uploadId: `u${String(index)}` }),
    );
    fixture.server.on(route, () => ok(aSearchAnswer('pricing', many)));
    await userEvent.type(await openBox(), 'pricing{Enter}');
    const rows = await screen.findAllByRole('listitem');
    expect(rows.length).toBeLessThan(30);
    expect(rows[0]).toHaveAttribute('aria-setsize', '200');
  });

  test('arrow keys move, Escape returns to the box with its keyword', async () => {
    await search();
    const links = screen.getAllByRole('link', { name: /^Open (Pricing|PRICING)/ });
    await waitFor(() => expect(links[0]).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(links[1]).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(links[2]).toHaveFocus();
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(links[0]).toHaveFocus();

    await userEvent.keyboard('{Escape}');
    const box = screen.getByPlaceholderText('Search webinars...');
    await waitFor(() => expect(box).toHaveFocus());
    expect(box).not.toHaveAttribute('readonly');
    expect(box).toHaveValue('pricing');
  });

  test('Enter opens a hit', async () => {
    await search();
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Open Pricing/ })[0]).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closed results do not open again until something else is typed', async () => {
    await search();
    await userEvent.click(screen.getByRole('button', { name: 'Close the results' }));
    const box = screen.getByPlaceholderText('Search webinars...');
    await waitFor(() => expect(box).toHaveFocus());
    await userEvent.tab();
    expect(box).not.toHaveAttribute('readonly');
    await userEvent.type(box, 's');
    await userEvent.tab();
    expect(box).toHaveAttribute('readonly');
    await waitFor(() => expect(keywords()).toEqual(['pricing', 'pricings']));
  });
});

describe('a search that fails', () => {
  test.each([
    [refusal(503, 'The search is being restarted.'), 'The search is being restarted.'],
    [refusal(500), 'Error on the server'],
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'Error on the server'],
  ])(
    "Search failure: toast with a server message or 'Error on the server'. The box can be used again",
    async (answer, message) => {
      fixture.server.on(route, () => answer);
      const box = await openBox();
      await userEvent.type(box, 'pricing{Enter}');
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
        expect(screen.getByText(message)).toBeInTheDocument();
      });
      expect(box).not.toHaveAttribute('readonly');
      expect(box).toHaveFocus();
    },
  );

  test('because the session has ended reports only that', async () => {
    fixture.server.on(route, () => unauthorized);
    await userEvent.type(await openBox(), 'pricing{Enter}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.getByText(/we have logged you out/)).toBeInTheDocument();
    });
    expect(screen.queryByText('Error on the server')).not.toBeInTheDocument();
  });
});

test('an answer to an older search is ignored', async () => {
  const answers: ((body: { body: unknown }) => void)[] = [];
  fixture.server.on(route, () => new Promise((resolve) => answers.push(resolve)));
  const box = await openBox();
  await userEvent.type(box, 'pricing{Enter}');
  await waitFor(() => expect(answers).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Close the results' }));
  await userEvent.clear(box);
  await userEvent.type(box, 'churn{Enter}');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!(ok(aSearchAnswer('churn', [results[2]!])));
  answers[0]!(ok(aSearchAnswer('pricing', results)));
  expect(await screen.findByRole('dialog', { name: '( 1 ) results for : churn' })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
