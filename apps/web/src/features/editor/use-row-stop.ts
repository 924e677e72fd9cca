import { createContext, useContext, useState } from 'react';
import type { FocusEvent } from 'react';

/** Where the Tab key stops in a row nobody is in. */
const firstControl = 'play';

/** The name of the one control of a row that the Tab key stops at. */
export const RowStopContext = createContext(firstControl);

/** The `tabIndex` of a control of a row, by its `data-control`. */
export function useTabIndex(control: string): 0 | -1 {
  return useContext(RowStopContext) === control ? 0 : -1;
}

interface RowStop {
  readonly stop: string;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** One stop for each row: where the keyboard is in it, else at its first control. Arrows lead to the others. */
export function useRowStop(): RowStop {
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
