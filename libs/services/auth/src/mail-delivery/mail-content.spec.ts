import {
  emailConfirmContent,
  invitationContent,
  ownerAddedContent,
  webinarReadyContent,
} from './mail-content.ts';

const site = 'https://vault.example';
const token = 'a-token';

it.each([
  ['ann@acme.com', 'ann@acme.com (ann@acme.com) invites you'],
  ['www.evil.example/claim@acme.com', 'Somebody invites you'],
])('a mail to others about %s has no link to a page of it', (address, begin) => {
  const about = { role: 'editor', note: '', expiresAt: new Date(0) } as const;
  const offer = { ...about, team: 'Acme', sender: '', senderAddress: address };
  const invitation = invitationContent(offer, { site, token });
  const mails = [
    invitation,
    ownerAddedContent({ firstname: 'Bo' }, { site, team: 'Acme', owner: '', ownerAddress: address }),
    emailConfirmContent({ firstname: 'Bo' }, { site, token, from: address }),
  ];
  expect(invitation.paragraphs[0]).toContain(begin);
  expect(JSON.stringify(mails)).not.toContain('evil.example');
});

it('a mail about a ready webinar promises no captions and quotes where there are none', () => {
  const video = { id: 'v1', title: 'Demo', captionsState: 'ready', captionsReason: '' };
  const mailOf = (changes: Partial<typeof video>) =>
    webinarReadyContent({ firstname: 'Ada' }, { site, video: { ...video, ...changes } });
  expect(mailOf({}).paragraphs).toEqual([expect.stringContaining('captions, chapters and quotes')]);
  const silent = mailOf({ captionsState: 'unavailable', captionsReason: 'The video has no sound.' });
  expect(silent.preview).toBe('“Demo” can be watched now.');
  expect(silent.paragraphs).toEqual([
    '“Demo” is ready to watch. It has no captions and no quotes.',
    'The video has no sound.',
  ]);
});
