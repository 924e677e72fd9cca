import { createContext, useContext, useState } from 'react';
import type { FocusEvent } from 'react';

/** The control where the Tab key stops in a row without focus. */
const firstControl = 'play';

/** The name of the control of a row where the Tab key stops. */
export const RovingTabStopContext = createContext(firstControl);

/** The `tabIndex` of a control of a row, by its `data-control`. */
export function useTabIndex(control: string): 0 | -1 {
  return useContext(RovingTabStopContext) === control ? 0 : -1;
}

interface RovingTabIndex {
  readonly stop: string;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** One tab stop for each row: the control with the focus, else the first one. Arrow keys move to the others. */
export function useRovingTabIndex(): RovingTabIndex {
  const [stop, setStop] = useState(firstControl);
  return {
    stop,
    onFocus: ({ target }) => {
      setStop(target.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? firstControl);
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) setStop(firstControl);
    },
  };
}
