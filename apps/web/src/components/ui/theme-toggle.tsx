import { Moon, Sun } from 'lucide-react';
import { setThemeMode, useThemeMode } from '../../theme/theme-mode.ts';
import { IconButton } from './icon-button.tsx';

/** Switches between light and dark. The choice is stored and applied in every open tab. */
export function ThemeToggle() {
  const mode = useThemeMode();
  const isDark = mode === 'dark';
  return (
    <IconButton
      label={isDark ? 'Switch to the light theme' : 'Switch to the dark theme'}
      icon={isDark ? Sun : Moon}
      onClick={() => setThemeMode(isDark ? 'light' : 'dark')}
    />
  );
}
