export const supportStrings = {
  title: 'Help & Support',
  description:
    'How to upload, find and reuse webinars in Webinar Vault, and where to write when something is missing.',
  lead: 'What people ask most, and where to write when your question is not here.',
  topics: [
    {
      title: 'Video management',
      answers: [
        {
          question: 'How do I upload a webinar?',
          answer:
            'Open the library and drop the recording on the uploader on the left, or choose a file. Video and audio are taken, up to 3 hours. You can pause; after a lost connection or a reload the upload continues where it stopped.',
        },
        {
          question: 'What happens after the upload?',
          answer:
            'The card shows each step: the picture first, then captions, then chapters. Three hours of speech take some minutes. You can close the page: processing continues.',
        },
        {
          question: 'How do I change a title or a description?',
          answer:
            'Click it on the card and type. It is saved when you leave the field; Escape restores the saved text.',
        },
        {
          question: 'Why can I not upload any more?',
          answer:
            'Your plan holds a number of videos at a time: 2 on Curious Executive, 20 on Product Marketing Pro. Delete one to make room. After the end of a trial or a membership you can still see and delete everything.',
        },
        {
          question: 'What does Delete remove?',
          answer:
            'The recording, its pictures, its captions, chapters and quotes. It cannot be undone, so we ask first.',
        },
      ],
    },
    {
      title: 'Transcript features',
      answers: [
        {
          question: 'Which languages are captioned?',
          answer:
            'English. Another language is recognised as such, and the video is kept as one chapter that you can still play and share.',
        },
        {
          question: 'How do I jump to what was said?',
          answer:
            'Open a video. Click a chapter, a quote or a line of the transcript, and the player goes there. The transcript follows while the video plays.',
        },
        {
          question: 'Are quotes exact?',
          answer:
            'Every quote is taken from the transcript, word for word, with the second it was said. The transcript itself is made by a machine: listen once before you print.',
        },
        {
          question: 'Can chapters be made again?',
          answer:
            'Yes, with Regenerate chapters on the card. The present chapters are replaced, so we ask first.',
        },
      ],
    },
  ],
  mailTitle: 'Contact by e-mail',
  mailText: 'Say which video it is about and what you expected to see. A person reads every message.',
  mailSubject: 'Help with Webinar Vault',
  feedbackText: 'An idea, a bug, a slow page?',
  feedback: 'Send feedback',
} as const;
