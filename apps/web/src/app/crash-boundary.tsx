import { chakra } from '@chakra-ui/react';
import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { strings } from '../strings.ts';

/** The last net: says what is safe and offers the way back, instead of a white page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <chakra.main role="alert" maxWidth="480px" mx="auto" px="4" pt="24">
        <chakra.h1 fontFamily="quote" fontSize="xl" fontWeight="strong" mb="3">
          {strings.crashTitle}
        </chakra.h1>
        <chakra.p mb="6" color="ink.muted">
          {strings.crashText}
        </chakra.p>
        <Button
          tone="primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          {strings.reload}
        </Button>
      </chakra.main>
    );
  }
}
