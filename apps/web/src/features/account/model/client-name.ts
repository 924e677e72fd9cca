const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const find = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([form]) => form.test(agent))?.[1];

/** The browser and operating system that a user agent names. It helps people recognise a session; it may be forged. */
export function clientName(userAgent: string): string {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}

/** Whether a user agent names a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /\b(iPhone|iPad|iPod|Android|Mobile)\b/.test(userAgent);
}
