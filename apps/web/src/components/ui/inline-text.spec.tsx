import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../testing/show.tsx';
import { InlineText } from './inline-text.tsx';

const onSave = jest.fn<(text: string) => Promise<boolean>>();
const field = () => screen.getByRole('textbox', { name: 'Title' });
const open = (value = '') => {
  show(
    <InlineText
      label="Title"
      value={value}
      onSave={onSave}
      unsavedHint="Not saved"
      maxLength={100}
      isSingleLine
    />,
  );
};

beforeEach(() => onSave.mockReset().mockResolvedValue(true));

test('the remaining characters are counted near the limit, and a full text says so', async () => {
  open('a'.repeat(84));
  await userEvent.click(field());
  await userEvent.paste('b');
  expect(screen.getByText('15 characters left')).toBeInTheDocument();
  await userEvent.paste('c'.repeat(14));
  expect(screen.getByText('1 character left')).toBeInTheDocument();
  await userEvent.paste('d');
  expect(screen.getByRole('status')).toHaveTextContent('100 characters is the maximum.');
});

test('a paste that was cut is reported until something else is typed', async () => {
  open();
  await userEvent.click(field());
  await userEvent.paste('a'.repeat(123));
  expect(field()).toHaveValue('a'.repeat(100));
  expect(screen.getByRole('status')).toHaveTextContent('Cut at 100 characters: the last 23 did not fit.');
  await userEvent.keyboard('{Backspace}');
  expect(screen.getByRole('status')).toHaveTextContent('1 character left');
});

test('a full text rejects a paste, unless it replaces a selection', async () => {
  open('a'.repeat(100));
  await userEvent.click(field());
  await userEvent.paste('b');
  expect(screen.getByRole('status')).toHaveTextContent('Cut at 100 characters: the last one did not fit.');
  await userEvent.clear(field());
  await userEvent.paste('b');
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('the text direction follows its script', () => {
  open('שלום');
  expect(field()).toHaveAttribute('dir', 'auto');
});
