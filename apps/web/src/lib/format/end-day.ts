/** The day of a time in the local time zone, as a date field holds it. @param seconds epoch seconds */
export function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return [String(date.getFullYear()).padStart(4, '0'), month, day].join('-');
}

/** The last second of a day in the local time zone, in epoch seconds. @param day as a date field holds it */
export function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59`).getTime() / 1000;
}
