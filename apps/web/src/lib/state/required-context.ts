import { createContext, useContext } from 'react';
import type { Context } from 'react';

/** A context, and a hook that returns its value and throws outside of a provider. */
export function requiredContext<Value extends object>(name: string): [Context<Value | null>, () => Value] {
  const context = createContext<Value | null>(null);
  return [
    context,
    function useRequired() {
      const value = useContext(context);
      if (!value) throw new Error(`${name} has no provider above it.`);
      return value;
    },
  ];
}
