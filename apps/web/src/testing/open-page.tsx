import './browser-globals.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { AppRoutes } from '../app/router.tsx';
import { system } from '../theme/system.ts';

function Address() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output data-testid="address">{pathname}</output>
      <output data-testid="query">{search}</output>
    </>
  );
}

/** Compiles these parts before the first test, whose own time is for what it tests. */
export function loadFirst(...parts: readonly (() => Promise<unknown>)[]): void {
  beforeAll(() => Promise.allSettled(parts.map((load) => load())), 60_000);
}

/** The whole application at an address, as a visitor would open it. */
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

/** Where the visitor is now. */
export function currentAddress(): string {
  return screen.getByTestId('address').textContent;
}

/** What stands behind the `?` where the visitor is now. */
export function currentQuery(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(screen.getByTestId('query').textContent));
}

/** Signs somebody in, as an earlier visit left it. */
export function signIn(): void {
  sessionStorage.clear();
  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret' }));
}
