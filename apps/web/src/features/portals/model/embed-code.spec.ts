import { aPortal } from '../../../testing/a-portal.ts';
import { elementCode, frameCode } from './embed-code.ts';

const first = { videoId: '', theme: 'auto' } as const;
const chosen = { videoId: 'session 1', theme: 'dark' } as const;

test('the element loads its script from the address of the portal', () => {
  expect(elementCode(aPortal(), first)).toBe(
    '<script async src="https://vault.example.com/embed.js"></script>\n<webinar-vault portal="acme-talks"></webinar-vault>',
  );
  expect(elementCode(aPortal({ link: '/p/acme-talks' }), chosen)).toBe(
    '<script async src="http://localhost/embed.js"></script>\n<webinar-vault portal="acme-talks" video="session 1" theme="dark"></webinar-vault>',
  );
});

test('the frame shows the first page or a video, and its title is escaped', () => {
  const name = '"A" <b> & C';
  const template = document.createElement('template');
  const read = (choice: Parameters<typeof frameCode>[1]) => {
    template.innerHTML = frameCode(aPortal({ name }), choice);
    return template.content.querySelector('iframe');
  };
  expect(template.content.children).toHaveLength(0);
  expect(read(first)?.getAttribute('src')).toBe('https://vault.example.com/p/acme-talks?embed=1');
  expect(read(chosen)?.getAttribute('src')).toBe(
    'https://vault.example.com/p/acme-talks/session%201?embed=1&theme=dark',
  );
  expect(read(chosen)?.title).toBe(name);
  expect(template.content.childNodes).toHaveLength(1);
});
