const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in decimal units with at most three digits. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? 'TB'}`;
}

/** Remaining time, rounded to seconds or minutes: `2 min left`. */
export function formatRemaining(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(1, Math.round(seconds)))} s left`;
  if (seconds < 3600) return `${String(Math.round(seconds / 60))} min left`;
  const minutes = Math.round(seconds / 60);
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min left`;
}
