export function hasCapital(text: string): boolean {
  const first = text.charAt(0);
  return first !== first.toLowerCase();
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function hasInnerCapital(text: string): boolean {
  return text.slice(1) !== text.slice(1).toLowerCase();
}
