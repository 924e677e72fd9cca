import { createListenerMiddleware } from '@reduxjs/toolkit';
import type { AppDispatch } from './hooks.ts';
import type { RootState } from './root-reducer.ts';

/** Runs the side effects of actions, in every store. */
export const listeners = createListenerMiddleware();

export const startAppListening = listeners.startListening.withTypes<RootState, AppDispatch>();
