import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { Modal } from './modal.tsx';

function open() {
  const onCancel = jest.fn();
  show(
    <Modal title="A question" onCancel={onCancel}>
      An answer.
    </Modal>,
  );
  return { dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'A question' }), onCancel };
}
const sayClosed = (dialog: HTMLElement) => fireEvent(dialog, new Event('close'));

test('what the browser closes of itself is open again, and asked whether it goes', () => {
  const { dialog, onCancel } = open();
  dialog.close();
  sayClosed(dialog);
  expect(dialog.open).toBe(true);
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('a closing said after it was opened anew ends nothing', () => {
  const { dialog, onCancel } = open();
  sayClosed(dialog);
  expect(dialog.open).toBe(true);
  expect(onCancel).not.toHaveBeenCalled();
});
