import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../../testing/show.tsx';
import { QuotePromptPopup, SearchPromptPopup } from './chapter-prompt-popup.tsx';

const onSend = jest.fn<(text: string) => Promise<boolean>>();
const onClose = jest.fn();
const popup = { chapterTitle: 'Three numbers', onSend, onClose };
const send = () => screen.getByRole('button', { name: 'Send' });

beforeEach(() => {
  onSend.mockReset().mockResolvedValue(true);
  onClose.mockReset();
});

test('The search-prompt send button and the save buttons in the prompt modal are enabled only when the text is longer than 3 characters.', async () => {
  show(<SearchPromptPopup {...popup} />);
  const field = screen.getByRole('textbox', { name: 'Search prompt' });
  expect(field).toHaveFocus();
  expect(send()).toBeDisabled();
  await userEvent.type(field, 'abc');
  expect(send()).toBeDisabled();
  await userEvent.type(field, '   ');
  expect(send()).toBeDisabled();
  await userEvent.type(field, 'd');
  expect(send()).toBeEnabled();
  await userEvent.click(send());
  expect(onSend).toHaveBeenCalledWith('abc   d');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the quote popup says what is replaced and what stays; the search popup does not', () => {
  const { rerender } = show(<QuotePromptPopup {...popup} />);
  expect(screen.getByText('Three numbers')).toHaveAttribute('dir', 'auto');
  expect(screen.getByText(/^New quotes replace .* search text stay\.$/)).toBeInTheDocument();
  rerender(<SearchPromptPopup {...popup} />);
  expect(screen.queryByText(/New quotes replace/)).not.toBeInTheDocument();
});

test.each(['', 'a'])('The quote-prompt send has no minimum. (%p)', async (text) => {
  show(<QuotePromptPopup {...popup} />);
  const field = screen.getByRole('textbox', { name: 'Prompt Focus' });
  if (text) await userEvent.type(field, text);
  await userEvent.click(send());
  expect(onSend).toHaveBeenCalledWith(text);
});

test('sends once at a time, and keeps the text after a failure', async () => {
  let finish: (isDone: boolean) => void = () => undefined;
  onSend.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  show(<QuotePromptPopup {...popup} text="Prices" />);
  await userEvent.click(send());
  expect(screen.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  expect(screen.getByRole('textbox')).toHaveAttribute('readonly');
  // oxlint-disable-next-line typescript/require-await -- the state changes after the promise
  await act(async () => {
    finish(false);
  });
  expect(screen.getByRole('textbox')).toHaveValue('Prices');
  expect(send()).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
  expect(onSend).toHaveBeenCalledTimes(1);
});
