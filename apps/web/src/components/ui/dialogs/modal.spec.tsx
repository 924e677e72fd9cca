import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../testing/show.tsx';
import { Modal } from './modal.tsx';

test('stays open after repeated Escape until its owner closes it', async () => {
  const onCancel = jest.fn();
  show(
    <Modal title="A question" onCancel={onCancel}>
      An answer.
    </Modal>,
  );
  await userEvent.keyboard('{Escape}{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('dialog', { name: 'A question' })).toBeVisible();
});
