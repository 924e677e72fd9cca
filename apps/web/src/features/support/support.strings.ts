export const supportStrings = {
  title: 'Help & Support',
  description:
    'How to upload, find and reuse webinars in Webinar Vault, and where to write when something is missing.',
  lead: 'Answers to common questions, and where to write if yours is not here.',
  topics: [
    {
      title: 'Video management',
      answers: [
        {
          question: 'How do I upload a webinar?',
          answer:
            'Open the library and drop the recording on the uploader on the left, or choose a file. Video and audio files of up to 3 hours are accepted. You can pause; after a lost connection or a reload the upload continues where it stopped.',
        },
        {
          question: 'What happens after the upload?',
          answer:
            'The card shows each step: the picture first, then captions, then chapters. Three hours of speech take a few minutes. You can close the page: processing continues.',
        },
        {
          question: 'How do I change a title or a description?',
          answer:
            'Click it on the card and type. It is saved when you leave the field; Escape restores the saved text.',
        },
        {
          question: 'Why can I not upload any more?',
          answer:
            'Your plan limits how many videos you can keep at a time: 2 on Curious Executive, 20 on Product Marketing Pro. Delete one to make room. After the end of a trial or a membership you can still see and delete everything.',
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
            'English. A video in another language becomes one chapter, which you can still play and share.',
        },
        {
          question: 'How do I jump to what was said?',
          answer:
            'Open a video. Click a chapter, a quote or a line of the transcript, and the player goes there. The transcript follows while the video plays.',
        },
        {
          question: 'Are quotes exact?',
          answer:
            'Every quote is taken from the transcript, word for word, with the second it was said. The transcript is made by a machine, so listen to a quote before you publish it.',
        },
        {
          question: 'Can chapters be made again?',
          answer:
            'Yes, with Regenerate chapters on the card. They replace the current chapters, so we ask first.',
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
