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
const fireClose = (dialog: HTMLElement) => fireEvent(dialog, new Event('close'));

test('reopens a dialog that the browser closed, and calls onCancel', () => {
  const { dialog, onCancel } = open();
  dialog.close();
  fireClose(dialog);
  expect(dialog.open).toBe(true);
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('ignores a close event that arrives after the dialog was reopened', () => {
  const { dialog, onCancel } = open();
  fireClose(dialog);
  expect(dialog.open).toBe(true);
  expect(onCancel).not.toHaveBeenCalled();
});
