import { Moon, Sun } from 'lucide-react';
import { strings } from '../strings.ts';
import { setThemeMode, useThemeMode } from '../theme/theme-mode.ts';
import { IconButton } from './icon-button.tsx';

/** Switches between light and dark. The choice is stored and applied in every open tab. */
export function ThemeToggle() {
  const mode = useThemeMode();
  const isDark = mode === 'dark';
  return (
    <IconButton
      label={isDark ? strings.themeToLight : strings.themeToDark}
      icon={isDark ? Sun : Moon}
      onClick={() => {
        setThemeMode(isDark ? 'light' : 'dark');
      }}
    />
  );
}
