import './browser-globals.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { AppRoutes } from '../app/router.tsx';
import { system } from '../theme/system.ts';

function Address() {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <output data-testid="address">{pathname}</output>
      <output data-testid="query">{search}</output>
      <output data-testid="hash">{hash}</output>
    </>
  );
}

/** Loads modules before the first test, so that compiling them does not count towards its timeout. */
export function loadFirst(...parts: readonly (() => Promise<unknown>)[]): void {
  beforeAll(() => Promise.allSettled(parts.map((load) => load())), 60_000);
}

/** Renders the whole application at an address. */
export function openPage(address: string): void {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={[address]}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </ChakraProvider>,
  );
}

/** Waits until the next frame was handled: a menu or dialog that has just opened listens for Escape and presses outside from then on. */
export async function nextFrame(): Promise<void> {
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** The current path. */
export function currentAddress(): string {
  return screen.getByTestId('address').textContent;
}

/** The current query parameters. */
export function currentQuery(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(screen.getByTestId('query').textContent));
}

/** Stores a session, as after an earlier sign-in. */
export function signIn(): void {
  sessionStorage.clear();
  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret' }));
}
