import { folderName } from './folder-name.ts';

const createdAt = Date.UTC(2026, 10, 18) / 1_000;

it.each([
  ['Growing a company', '2026-11-18-Growing-a-company-5b0d7f0a'],
  ['Über uns: 東京 & Ω', '2026-11-18-Über-uns-東京-Ω-5b0d7f0a'],
  ['../../etc/passwd', '2026-11-18-etc-passwd-5b0d7f0a'],
  ['C:\\con\\..\\nul', '2026-11-18-C-con-nul-5b0d7f0a'],
  ['🎬 \u202E', '2026-11-18-5b0d7f0a'],
  ['', '2026-11-18-5b0d7f0a'],
  ['x'.repeat(200), `2026-11-18-${'x'.repeat(60)}-5b0d7f0a`],
])('of %j', (title, name) => {
  expect(folderName({ id: '5b0d7f0a-3c1e-4f6f-8a57-90c2f6d1b7aa', title, createdAt })).toBe(name);
});
