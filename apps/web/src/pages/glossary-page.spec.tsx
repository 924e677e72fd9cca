import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GlossaryBody, GlossaryImport } from '@vault/contracts';
import { ok, refusal } from '../testing/fake-server.ts';
import {
  fixture,
  openGlossary,
  piketty,
  savedTerms,
  saveGlossary,
  saveRoute,
} from '../testing/glossary-fixture.ts';
import { currentAddress, openPage } from '../testing/open-page.tsx';

const rowOf = (term: string) =>
  within(screen.getByRole('textbox', { name: `Name of “${term}”` }).closest('li')!);
const names = () =>
  screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Name of/ }).map(({ value }) => value);

test('the library leads to the glossary; a term is added with its wrong forms, and the next one can be typed', async () => {
  openPage('/asset/view');
  await userEvent.click(await screen.findByRole('link', { name: 'Glossary' }));
  await waitFor(() => expect(currentAddress()).toBe('/glossary'));
  const name = await screen.findByRole('textbox', { name: 'Correct spelling' });
  await userEvent.type(name, ' Saez');
  await userEvent.type(screen.getByRole('textbox', { name: 'Often heard as' }), 'size, Says;size{Enter}');
  await waitFor(() => expect(names()).toEqual(['Saez', 'Piketty']));
  expect(savedTerms()).toEqual(['Piketty | Pikachti | pick eddie', 'Saez | size | Says']);
  expect(name).toHaveValue('');
  expect(name).toHaveFocus();
  expect(screen.getByText('“Saez” is in the glossary.')).toBeInTheDocument();
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('a term that the server refuses stays in the fields, with the reason', async () => {
  await openGlossary();
  fixture.server.on(saveRoute, () =>
    refusal(400, '“pick eddie” is a wrong form of both “Piketty” and “Eddie”.'),
  );
  const name = screen.getByRole('textbox', { name: 'Correct spelling' });
  await userEvent.click(screen.getByRole('button', { name: 'Add term' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter the correct spelling.');
  expect(name).toHaveFocus();
  await userEvent.type(name, 'Eddie{Enter}');
  await screen.findByText(/is a wrong form of both/);
  expect(name).toHaveValue('Eddie');
  expect(names()).toEqual(['Piketty']);
});

test('a term is edited in place: its name, its wrong forms and its case', async () => {
  await openGlossary();
  const row = rowOf('Piketty');
  const name = row.getByRole('textbox', { name: 'Name of “Piketty”' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Thomas Piketty{Enter}');
  await waitFor(() => expect(savedTerms()).toEqual(['Thomas Piketty | Pikachti | pick eddie']));
  const add = row.getByRole('textbox', { name: /^Add what is heard for/ });
  await userEvent.type(add, 'Pikety,Pickety{Enter}');
  await waitFor(() =>
    expect(savedTerms()).toEqual(['Thomas Piketty | Pikachti | pick eddie | Pikety | Pickety']),
  );
  await userEvent.click(row.getByRole('button', { name: 'Remove “pick eddie”' }));
  expect(row.queryByText('pick eddie')).not.toBeInTheDocument();
  await waitFor(() => expect(savedTerms()).toEqual(['Thomas Piketty | Pikachti | Pikety | Pickety']));
  await userEvent.click(row.getByRole('switch'));
  await waitFor(() => expect(fixture.glossary.terms[0]?.isCaseSensitive).toBe(true));
  expect(add).toHaveValue('');
});

test('a wrong form that is refused stays in its field', async () => {
  await openGlossary();
  fixture.server.on(saveRoute, () => refusal(400, '“Piketty” is no wrong form of “Piketty”.'));
  const row = rowOf('Piketty');
  const add = row.getByRole('textbox', { name: /^Add what is heard for/ });
  await userEvent.type(add, 'Piketty{Enter}');
  expect(await row.findByRole('alert')).toHaveTextContent('“Piketty” is no wrong form of “Piketty”.');
  expect(add).toHaveValue('Piketty');
  expect(row.getAllByRole('button', { name: /^Remove “P/ })).toHaveLength(2);
});

test('a removed term comes back by undo', async () => {
  await openGlossary();
  await userEvent.click(screen.getByRole('button', { name: 'Remove “Piketty” from the glossary' }));
  await screen.findByText('No terms yet');
  await waitFor(() => expect(savedTerms()).toEqual([]));
  // Without its style sheet the toast takes no pointer.
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty | Pikachti | pick eddie']));
  await waitFor(() => expect(names()).toEqual(['Piketty']));
});

test('what others have changed meanwhile is kept, and for one name the user chooses', async () => {
  await openGlossary();
  const theirs = { ...piketty, wrongForms: ['Pikachti', 'Pikety'] };
  fixture.glossary = { ...fixture.glossary, terms: [theirs], version: 7 };
  await userEvent.click(rowOf('Piketty').getByRole('button', { name: 'Remove “Pikachti”' }));
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty | Pikety']));
  fixture.glossary = {
    ...fixture.glossary,
    terms: [{ ...fixture.glossary.terms[0]!, term: 'T. Piketty' }],
    version: 20,
  };
  await userEvent.type(rowOf('Piketty').getByRole('textbox', { name: /^Name of/ }), ' (Thomas){Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed in two places' }));
  expect(dialog.getByRole('radio', { name: /^The other version/ })).toBeInTheDocument();
  expect(dialog.getByText('T. Piketty')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('radio', { name: /^Yours/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep my choice' }));
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty (Thomas) | Pikety']));
});

test('corrections are offered, added, or dismissed', async () => {
  fixture.glossary.offers = [
    { from: 'pikety', to: 'Piketty', count: 2 },
    { from: 'tee', to: 'tea', count: 3 },
    { from: 'says', to: 'Saez', count: 1 },
  ];
  await openGlossary();
  screen.getByText('You changed “pikety” to “Piketty” twice. Always write it like this?');
  screen.getByText('You changed “tee” to “tea” 3 times. Always write it like this?');
  screen.getByText('You changed “says” to “Saez”. Always write it like this?');
  await userEvent.click(screen.getByRole('button', { name: 'Add: always correct “pikety” to “Piketty”' }));
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty | Pikachti | pick eddie | pikety']));
  await waitFor(() => expect(screen.queryByText(/“pikety” to/)).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss “tee” for “tea”' }));
  await waitFor(() => expect(screen.queryByText(/“tee” to/)).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss “says” for “Saez”' }));
  await waitFor(() => expect(screen.queryByText('Corrections that you made')).not.toBeInTheDocument());
  expect(fixture.server.to(saveRoute).at(-1)?.body).toMatchObject({
    dismissed: [{ from: 'says', to: 'Saez' }],
  });
});

test('of many corrections the newest five are shown at first', async () => {
  fixture.glossary.offers = Array.from({ length: 8 }, (_, at) => ({
    ...{ from: `form ${String(at)}`, to: `Name ${String(at)}`, count: 1 },
  }));
  await openGlossary();
  expect(screen.getAllByText(/^You changed/)).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }));
  expect(screen.getAllByText(/^You changed/)).toHaveLength(8);
});

test('more than ten terms are searched by their names and wrong forms', async () => {
  fixture.glossary.terms = Array.from({ length: 11 }, (_, at) => ({
    ...piketty,
    id: String(at),
    term: `Name ${String(at + 10)}`,
    wrongForms: [`form ${String(at + 50)}`],
  }));
  await openGlossary();
  const search = screen.getByRole('searchbox', { name: 'Search the terms' });
  await userEvent.type(search, 'FORM 55');
  await waitFor(() => expect(names()).toEqual(['Name 15']));
  screen.getByText('1 of 11 terms');
  await userEvent.clear(search);
  await userEvent.type(search, 'xyz');
  await screen.findByText('No term or misheard form contains “xyz”.');
});

test('a file is imported, or its wrong lines are named', async () => {
  let answer: GlossaryImport = {
    added: 0,
    changed: 0,
    problems: [{ line: 3, problem: 'A term has at most 6 words.' }],
    leftOut: [],
  };
  fixture.server.on('POST /glossary/import', () => ok(answer));
  await openGlossary();
  const field = screen.getByLabelText('CSV file of a glossary');
  // As a spreadsheet saves it in the encoding of Windows.
  const bytes = Uint8Array.from('term\r\nZ\u00fcrich', (letter) => letter.charCodeAt(0));
  const file = new File([bytes], 'terms.csv', { type: 'text/csv' });
  await userEvent.upload(field, file);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Nothing was imported: 1 line of the file is wrong.');
  expect(alert).toHaveTextContent('Line 3A term has at most 6 words.');
  expect(fixture.server.to('POST /glossary/import')[0]?.body).toEqual({ csv: 'term\r\nZürich' });
  answer = { added: 1, changed: 0, problems: [], leftOut: [] };
  const aachen = { ...piketty, id: 'term-2', term: 'Aachen', wrongForms: [] };
  fixture.glossary = { ...fixture.glossary, terms: [piketty, aachen], version: 2 };
  await userEvent.upload(field, file);
  await screen.findByText('1 term added.');
  await waitFor(() => expect(names()).toEqual(['Aachen', 'Piketty']));
  expect(screen.queryByText(/^Nothing was imported/)).not.toBeInTheDocument();
});

test('ordinary words of a file are left out, and added when the user says so', async () => {
  const leftOut = [{ line: 2, form: 'help', term: 'Svelte' }];
  const answers = [
    { added: 1, changed: 0, problems: [], leftOut },
    { added: 0, changed: 1, problems: [], leftOut: [] },
  ];
  fixture.server.on('POST /glossary/import', () => ok(answers.shift()));
  await openGlossary();
  const file = new File(['term,wrong forms\nSvelte,help'], 'terms.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('CSV file of a glossary'), file);
  expect(await screen.findByRole('alert')).toHaveTextContent('Line 2“help” for “Svelte”');
  await userEvent.click(screen.getByRole('button', { name: 'Add them all the same' }));
  await screen.findByText('1 term changed.');
  expect(fixture.server.to('POST /glossary/import').at(-1)?.body).toMatchObject({ ordinaryForms: ['help'] });
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('an ordinary word becomes a wrong form only when the user says so', async () => {
  fixture.server.on(saveRoute, ({ body }) =>
    (body as GlossaryBody).ordinaryForms
      ? saveGlossary({ body })
      : { status: 422, body: { status: 'error', msg: 'Ask.', data: { ordinaryForms: ['help'] } } },
  );
  await openGlossary();
  const field = screen.getByRole('textbox', { name: 'Add what is heard for “Piketty”' });
  await userEvent.type(field, 'help{Enter}');
  const dialog = await screen.findByRole('dialog', {
    name: '“help” is an ordinary word. Replace it everywhere?',
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await screen.findByText('This was not saved: an ordinary word would be replaced everywhere.');
  expect(field).toHaveValue('help');
  expect(savedTerms()).toEqual(['Piketty | Pikachti | pick eddie']);
  await userEvent.type(field, '{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Replace everywhere' }));
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty | Pikachti | pick eddie | help']));
});

test('an empty glossary explains itself; one that cannot be loaded is loaded again on request', async () => {
  fixture.server.on('GET /glossary', () => ({ status: 502, body: 'Bad Gateway' }));
  openPage('/glossary');
  await screen.findByText('The glossary could not be loaded. Check the connection, and try again.');
  fixture.glossary = { terms: [], version: 0, offers: [] };
  fixture.server.on('GET /glossary', () => ok(fixture.glossary));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No terms yet');
  expect(screen.queryByRole('link', { name: 'Apply to the library' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
});

test('changes are saved one after the other', async () => {
  await openGlossary();
  const releases: (() => void)[] = [];
  fixture.server.on(saveRoute, async (call) => {
    await new Promise<void>((resolve) => releases.push(resolve));
    return saveGlossary(call);
  });
  const row = rowOf('Piketty');
  await userEvent.click(row.getByRole('button', { name: 'Remove “Pikachti”' }));
  await userEvent.click(row.getByRole('button', { name: 'Remove “pick eddie”' }));
  screen.getByText('Saving…');
  expect(row.queryByText('pick eddie')).not.toBeInTheDocument();
  expect(fixture.server.to(saveRoute)).toHaveLength(1);
  releases[0]?.();
  await waitFor(() => expect(releases).toHaveLength(2));
  releases[1]?.();
  await waitFor(() => expect(savedTerms()).toEqual(['Piketty']));
  expect(fixture.server.to(saveRoute)).toHaveLength(2);
  await screen.findByText('Saved');
});
