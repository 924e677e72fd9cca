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
            'English always; other languages where this installation has a speech service for them. There you can say which language a recording is in: open it, and choose Captions, then Transcribe again. A video without captions has one chapter, which you can still play and share.',
        },
        {
          question: 'Can I use captions that I already have?',
          answer:
            'Yes, WebVTT and SRT files, such as those of Zoom or YouTube. Open the video and choose Captions, then Replace captions; a video without captions has a button for it in the same place. Names of speakers in the file are kept.',
        },
        {
          question: 'How do I correct a word?',
          answer:
            'Double-click the line in the transcript and type. The captions, search, exports and portals then have the corrected words. Replace, in the search field of the transcript, corrects a word in the whole video.',
        },
        {
          question: 'How do I correct a name in all my videos?',
          answer:
            'Correct it once in a transcript, and choose “Always write it like this” below. Or add it to the glossary, which is in the menu of your account, with the wrong forms that you have seen. These forms are then corrected in every new video, before its chapters and quotes are written. For videos that you already have, choose Apply to the library in the glossary. Words that only sound like a name are never changed without you: the card of a video says how many names you have to check.',
        },
        {
          question: 'Can I say who is speaking?',
          answer:
            'Yes. Move to a line and press S, or use the person beside it. You can name one line, or everything until the next speaker. Speakers are not found automatically. Their names are shown with quotes, in exports and in the search.',
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
          question: 'Can I change the chapters?',
          answer:
            'Yes. Rename a chapter by clicking its title; its menu splits it, merges it with the next one, moves its start or removes it. You can undo each change for ten minutes.',
        },
        {
          question: 'Can chapters be made again?',
          answer:
            'Yes, with Regenerate chapters on the card. They replace the current chapters, so we ask first.',
        },
      ],
    },
    {
      title: 'Clips, links and portals',
      answers: [
        {
          question: 'How do I cut a clip?',
          answer:
            'Select words in the transcript and choose Clip these words: the clip can be square or upright, cropped or with the whole picture between bars, and with the captions in the picture. Or press I where it should begin and O where it should end.',
        },
        {
          question: 'How do I show a moment to somebody without an account?',
          answer:
            'Copy link makes a link for anyone, from the current position to the end of the chapter; chapters and quotes have one of their own. It plays that part and nothing else. Shared lists the links of a video, says how often each was played, and revokes them. Links with “only you” open the video in your own library.',
        },
        {
          question: 'What is a portal?',
          answer:
            'A public page with the videos that you choose, with chapters, quotes, transcript and search, in your colour and under your logo. You see it before you publish it, and you can put it on your own site. It is part of Product Marketing Pro. When you unpublish it, its pages stop working within a minute.',
        },
        {
          question: 'What can I take with me?',
          answer:
            'Export has the captions, the transcript, show notes and the chapters for YouTube. The Account page has all your data, on request with the recordings.',
        },
      ],
    },
    {
      title: 'Your account',
      answers: [
        {
          question: 'What are tokens?',
          answer:
            'They pay for texts that are generated for you. The price is shown before you start, and an operation that fails costs nothing. Ask for more on the Account page, under Tokens.',
        },
        {
          question: 'How do I delete my account?',
          answer:
            'On the Account page, with Delete account at its end. It deletes your videos and everything made from them, and cannot be undone: download your data first.',
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
