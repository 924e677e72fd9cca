import { useState } from 'react';
import type { FocusEvent } from 'react';

/** The control where the Tab key stops in a row without focus. */
const firstControl = 'play';

interface RovingTabIndex {
  /** The `tabIndex` of a control of the row, by its `data-control`. */
  readonly tabIndexOf: (control: string) => 0 | -1;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** One tab stop for each row: the control with the focus, else the first one. Arrow keys move to the others. */
export function useRovingTabIndex(): RovingTabIndex {
  const [stop, setStop] = useState(firstControl);
  return {
    tabIndexOf: (control) => (control === stop ? 0 : -1),
    onFocus: ({ target }) => {
      setStop(target.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? firstControl);
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) setStop(firstControl);
    },
  };
}
