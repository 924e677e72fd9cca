import { jest } from '@jest/globals';
import { copyText } from './copy-text.ts';

const writeText = jest.fn<(text: string) => Promise<void>>();
const execCommand = jest.fn<(command: string) => boolean>();
let selected = '';

beforeEach(() => {
  selected = '';
  writeText.mockReset().mockResolvedValue();
  execCommand.mockReset().mockImplementation(() => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  Object.assign(document, { execCommand });
  document.body.innerHTML = '<div role="dialog"><button>Copy</button></div>';
});

function offer(clipboard: Pick<Clipboard, 'writeText'> | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
}

test('copies the text with the clipboard API', async () => {
  offer({ writeText });
  await copyText('0:00 Welcome');
  expect(writeText.mock.calls).toEqual([['0:00 Welcome']]);
  expect(execCommand).not.toHaveBeenCalled();
});

test('without the clipboard API, copies a selection inside the open dialog and restores the focus', async () => {
  offer(undefined);
  const button = document.querySelector('button')!;
  button.focus();
  const added = jest.spyOn(document.querySelector('[role=dialog]')!, 'append');
  await copyText('0:00 Welcome');
  expect(selected).toBe('0:00 Welcome');
  expect(added).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

test('throws when the text is not copied', async () => {
  offer({ writeText });
  writeText.mockRejectedValue(new Error('denied'));
  await expect(copyText('a')).rejects.toThrow('denied');
  offer(undefined);
  execCommand.mockReturnValue(false);
  await expect(copyText('a')).rejects.toThrow();
});
