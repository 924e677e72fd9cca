const minute = 60;
const hour = 60 * minute;

/**
 * A rough text for an estimated remaining time: `about 3 minutes left`.
 * @param seconds 0 or more
 */
export function timeLeft(seconds: number): string {
  if (seconds < 0.75 * minute)
    return `about ${String(Math.max(1, Math.ceil(seconds / 10)) * 10)} seconds left`;
  if (seconds < 1.5 * minute) return 'about a minute left';
  const minutes = Math.round(seconds / minute);
  if (minutes < 60) return `about ${String(minutes)} minutes left`;
  const quarters = Math.round(seconds / (hour / 4));
  const hours = Math.floor(quarters / 4);
  const rest = (quarters % 4) * 15;
  return `about ${String(hours)} h${rest === 0 ? '' : ` ${String(rest)} min`} left`;
}
