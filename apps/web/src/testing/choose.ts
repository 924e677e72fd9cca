import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/** A press takes longer than a frame, as that of a person does: menus ignore an earlier one. */
export const menuUser = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: 20 });

/** Opens a menu by the name of its button, and selects entries: each in the menu that the one before has opened. */
export async function choose(menu: string | RegExp, ...entries: readonly (string | RegExp)[]): Promise<void> {
  await menuUser.click(screen.getByRole('button', { name: menu }));
  for (const name of entries) await menuUser.click(await screen.findByRole('menuitem', { name }));
}
