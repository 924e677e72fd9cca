import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../../testing/show.tsx';
import { SearchPromptModal } from './search-prompt-modal.tsx';

type Save = (text: string) => Promise<boolean>;
const saves = { system: jest.fn<Save>(), quotes: jest.fn<Save>(), summary: jest.fn<Save>() };
const onClose = jest.fn();
const sections = ['System Prompt', 'Chapter-specific Quotes', 'Overall Video Summary'] as const;
const saveOf = (name: (typeof sections)[number]) =>
  [saves.system, saves.quotes, saves.summary][sections.indexOf(name)]!;

beforeEach(() => {
  onClose.mockReset();
  for (const save of Object.values(saves)) save.mockReset().mockResolvedValue(true);
});

function open(): HTMLElement {
  show(
    <SearchPromptModal
      system={{ text: 'Answer well.', onSave: saves.system }}
      quotes={{ text: 'Three numbers moved.', onSave: saves.quotes }}
      summary={{ text: 'A talk about numbers.', onSave: saves.summary }}
      onClose={onClose}
    />,
  );
  return screen.getByRole('dialog', { name: 'Chapter-specific Search Base Prompt' });
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const click = (name: string, button: string) =>
  userEvent.click(section(name).getByRole('button', { name: button }));

describe.each(sections)('%s', (name) => {
  test('Search-prompt modal: takes the base search prompt, quote and summary, each with edit/save/cancel. Prompt modal: read-only, then editing (edit), then save or cancel.', async () => {
    open();
    const field = section(name).getByRole('textbox', { name });
    expect(field).toHaveAttribute('readonly');
    expect(section(name).queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await click(name, 'Edit');
    expect(field).not.toHaveAttribute('readonly');
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.paste('  Numbers first. ');
    await click(name, 'Save');
    expect(saveOf(name)).toHaveBeenCalledWith('Numbers first.');
    expect(field).toHaveAttribute('readonly');
    expect(section(name).getByRole('button', { name: 'Edit' })).toHaveFocus();
  });

  test('Prompt text minimum: more than 3 characters. The search prompt send and the save buttons in the prompt modal follow the same rule.', async () => {
    open();
    await click(name, 'Edit');
    const field = section(name).getByRole('textbox');
    const save = section(name).getByRole('button', { name: 'Save' });
    for (const text of ['abc', 'abc   ', ' ', 'abcd']) {
      await userEvent.clear(field);
      await userEvent.paste(text);
      expect(save).toHaveProperty('disabled', text !== 'abcd');
    }
  });

  test('cancel puts back what was there', async () => {
    open();
    const field = section(name).getByRole('textbox');
    const before = (field as HTMLTextAreaElement).value;
    await click(name, 'Edit');
    await userEvent.type(field, ' And more.');
    await click(name, 'Cancel');
    expect(field).toHaveValue(before);
    expect(section(name).getByRole('button', { name: 'Edit' })).toHaveFocus();
    expect(saveOf(name)).not.toHaveBeenCalled();
  });

  test('a failed save keeps the text and the edit mode', async () => {
    saveOf(name).mockResolvedValue(false);
    open();
    await click(name, 'Edit');
    const field = section(name).getByRole('textbox');
    await userEvent.type(field, '!');
    await click(name, 'Save');
    expect(field).toHaveDisplayValue(/!$/);
    expect(section(name).getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('unsaved changes ask before closing', async () => {
    open();
    await click(name, 'Edit');
    await userEvent.type(section(name).getByRole('textbox'), '!');
    await userEvent.keyboard('{Escape}');
    const question = within(screen.getByRole('dialog', { name: 'Leave without saving?' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(section(name).getByRole('textbox')).toHaveDisplayValue(/!$/);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

test('an own text can be reset to the default, and the focus stays in the section', async () => {
  let finish: (isKept: boolean) => void = () => undefined;
  const onReset = jest.fn(() => new Promise<boolean>((resolve) => (finish = resolve)));
  const parts = (text: string, isOwn: boolean) => (
    <SearchPromptModal
      system={{ text: 'Answer well.', onSave: saves.system }}
      quotes={{ text: 'Three numbers moved.', onSave: saves.quotes }}
      summary={{
        text,
        onSave: saves.summary,
        reset: isOwn ? { label: 'Use the summary again', onReset } : undefined,
      }}
      onClose={onClose}
    />
  );
  const { rerender } = show(parts('Only for searches.', true));
  const button = () =>
    section('Overall Video Summary').queryByRole('button', { name: 'Use the summary again' });
  await click('Overall Video Summary', 'Edit');
  expect(button()).not.toBeInTheDocument();
  await click('Overall Video Summary', 'Cancel');
  await userEvent.click(button()!);
  expect(button()).toBeDisabled();
  await act(async () => {
    finish(false);
    await Promise.resolve();
  });
  expect(button()).toBeEnabled();
  await userEvent.click(button()!);
  await act(async () => {
    rerender(parts('A talk about numbers.', false));
    finish(true);
    await Promise.resolve();
  });
  expect(button()).not.toBeInTheDocument();
  expect(section('Overall Video Summary').getByRole('textbox')).toHaveValue('A talk about numbers.');
  expect(section('Overall Video Summary').getByRole('button', { name: 'Edit' })).toHaveFocus();
  expect(onReset).toHaveBeenCalledTimes(2);
});

test('closes without asking when there are no unsaved changes', async () => {
  open();
  await click('System Prompt', 'Edit');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('one section is edited while others are not', async () => {
  open();
  await click('System Prompt', 'Edit');
  await userEvent.type(section('System Prompt').getByRole('textbox'), '!');
  await click('Overall Video Summary', 'Edit');
  await click('Overall Video Summary', 'Save');
  expect(section('System Prompt').getByRole('textbox')).toHaveDisplayValue(/!$/);
  expect(saves.system).not.toHaveBeenCalled();
});
