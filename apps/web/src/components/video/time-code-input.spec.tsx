import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from '../../testing/show.tsx';
import { TimeCodeInput } from './time-code-input.tsx';

function Example({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return <TimeCodeInput label="Time" value={value} onChange={setValue} max={1199} />;
}

function open(start = ''): HTMLInputElement {
  show(<Example start={start} />);
  return screen.getByRole('textbox', { name: 'Time' });
}
const caretAt = (input: HTMLInputElement, from: number, to = from) => {
  input.focus();
  input.setSelectionRange(from, to);
};
const state = (input: HTMLInputElement) => [input.value, input.selectionStart, input.selectionEnd];

test('Clip times: HH:MM:SS, input limited to digits and colons, max length 8, colons auto-inserted.', async () => {
  const input = open();
  await userEvent.type(input, '00a1');
  expect(input).toHaveValue('0:01');
  await userEvent.type(input, '5x30');
  expect(state(input)).toEqual(['00:15:30', 8, 8]);
});

test('accepts a time that is typed with colons', async () => {
  const input = open();
  await userEvent.type(input, '1:2:30');
  expect(input).toHaveValue('1:2:30');
  await userEvent.tab();
  expect(input).toHaveValue('01:02:30');
});

test('no more than eight characters fit', async () => {
  const input = open();
  expect(input).toHaveAttribute('maxlength', '8');
  await userEvent.type(input, '001530999');
  expect(input).toHaveValue('00:15:30');
});

test('the first digit after the input gets the focus replaces a complete time', async () => {
  const input = open('00:15:30');
  input.focus();
  await userEvent.keyboard('70');
  expect(state(input)).toEqual(['70', 2, 2]);
});

test('a digit typed in the middle replaces the digit after the caret', async () => {
  const input = open('00:15:30');
  caretAt(input, 3);
  await userEvent.keyboard('2');
  expect(state(input)).toEqual(['00:25:30', 4, 4]);
  await userEvent.keyboard('7');
  expect(state(input)).toEqual(['00:27:30', 6, 6]);
  caretAt(input, 2);
  await userEvent.keyboard('4');
  expect(state(input)).toEqual(['00:47:30', 4, 4]);
});

test('a digit deleted in the middle can be typed again', async () => {
  const input = open('00:15:30');
  caretAt(input, 4);
  await userEvent.keyboard('{Backspace}');
  expect(state(input)).toEqual(['00:5:30', 3, 3]);
  await userEvent.keyboard('1');
  expect(state(input)).toEqual(['00:15:30', 4, 4]);
  caretAt(input, 3);
  await userEvent.keyboard('{Delete}');
  expect(state(input)).toEqual(['00:5:30', 3, 3]);
});

test('deleting a colon deletes the adjacent digit', async () => {
  const input = open('00:15:30');
  caretAt(input, 6);
  await userEvent.keyboard('{Backspace}');
  expect(state(input)).toEqual(['00:1:30', 4, 4]);
  caretAt(input, 2);
  await userEvent.keyboard('{Delete}');
  expect(state(input)).toEqual(['00::30', 3, 3]);
});

test('a selected part is replaced', async () => {
  const input = open('00:15:30');
  caretAt(input, 3, 8);
  await userEvent.keyboard('0');
  expect(state(input)).toEqual(['00:0', 4, 4]);
});

test('pasted text is reduced to a time code', async () => {
  const input = open('00:15:30');
  caretAt(input, 8);
  await userEvent.paste('  at 1:02:03.250 ');
  expect(state(input)).toEqual(['01:02:03', 8, 8]);
  await userEvent.clear(input);
  await userEvent.paste('12 minutes 34');
  expect(state(input)).toEqual(['12:34', 5, 5]);
  caretAt(input, 0, 2);
  await userEvent.paste('00');
  expect(state(input)).toEqual(['00:34', 3, 3]);
});

test('arrow keys step by one second and page keys by ten, within the video', async () => {
  const input = open('00:00:59');
  input.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(input).toHaveValue('00:01:00');
  await userEvent.keyboard('{PageDown}{ArrowDown}');
  expect(input).toHaveValue('00:00:49');
  await userEvent.clear(input);
  await userEvent.keyboard('{ArrowDown}');
  expect(input).toHaveValue('00:00:00');
  await userEvent.clear(input);
  await userEvent.type(input, '001959{ArrowUp}');
  expect(input).toHaveValue('00:19:59');
});
