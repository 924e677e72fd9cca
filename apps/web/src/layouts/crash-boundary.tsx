import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

interface CrashBoundaryProps {
  children: ReactNode;
  /** Renders the replacement for the failed content; by default a whole page. */
  renderCrash?: (error: unknown) => ReactNode;
}

/** Error boundary: shows {@link CrashScreen} instead of an empty page. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crash: { error: unknown } | null }> {
  override state: { crash: { error: unknown } | null } = { crash: null };

  static getDerivedStateFromError(error: unknown): { crash: { error: unknown } } {
    return { crash: { error } };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (!crash) return this.props.children;
    return (
      this.props.renderCrash?.(crash.error) ?? (
        <main>
          <CrashScreen error={crash.error} />
        </main>
      )
    );
  }
}
