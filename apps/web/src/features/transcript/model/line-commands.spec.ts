import { commandOf } from './line-operations.ts';

type Keys = Partial<Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>>;

function pressed(key: string, more: Keys = {}, { value = 'one two', caret = 3, isTyped = false } = {}) {
  const currentTarget = document.createElement('textarea');
  currentTarget.value = value;
  currentTarget.setSelectionRange(caret, caret);
  const nativeEvent = { isComposing: false, ...more };
  const keys = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more };
  return commandOf({ key, ...keys, currentTarget, nativeEvent }, isTyped);
}

test.each([
  ['Enter', {}, 'next'],
  ['Enter', { shiftKey: true }, 'previous'],
  ['Enter', { ctrlKey: true }, 'split'],
  ['Enter', { metaKey: true }, 'split'],
  ['Escape', {}, 'cancel'],
  ['z', { ctrlKey: true }, 'undo'],
  ['Z', { metaKey: true, shiftKey: true }, 'redo'],
  ['y', { ctrlKey: true }, 'redo'],
  ['Backspace', {}, undefined],
  ['a', {}, undefined],
  ['ArrowUp', {}, undefined],
  ['ArrowUp', { altKey: true }, undefined],
])('%s with %j is %s', (key, more, command) => expect(pressed(key, more)).toBe(command));

test('Backspace at the start and Delete at the end join lines', () => {
  expect(pressed('Backspace', {}, { caret: 0 })).toBe('join-previous');
  expect(pressed('Delete', {}, { caret: 7 })).toBe('join-next');
  expect(pressed('Delete', {}, { caret: 0 })).toBeUndefined();
});

test('a typed change is undone by the field itself', () => {
  expect(pressed('z', { ctrlKey: true }, { isTyped: true })).toBeUndefined();
});

test('keys of an input method do nothing', () => {
  expect(pressed('Enter', { isComposing: true })).toBeUndefined();
});
