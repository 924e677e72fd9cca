/** Phrases that announce what follows, and words about the event itself, of folded words joined by spaces. */
export const englishHousekeeping = new RegExp(
  [
    // "I want to talk about the budget", "first we'll go over the plan".
    String.raw`\b(?:i'll|we'll|(?:i|we) (?:will|shall|should|want to|wanted to|would like to)|(?:i'm|we're|i am|we are) (?:just )?(?:going to|gonna)|i'd like to|we'd like to|let me|let's)`,
    String.raw`(?: (?:now|first|also|quickly|briefly|just|then|start|begin|by|to))*`,
    String.raw`(?: (?:talk|talking)(?: \w+){0,2} about| discuss| cover| go over| go through| walk(?: you)? through| (?:start|begin) with| introduce (?:you|our|my|myself|the next)| move on| dive into| jump into| take (?:your |some |a few )?questions)\b`,
    String.raw`|\b(?:show notes|(?:in|into) the (?:description|chat(?! ?bot))|sponsored by|(?:our|corporate) sponsors?|paid subscribers?|our subscribers|subscribe to (?:us|our|the (?:channel|show|podcast|newsletter))|patreon|(?:this|last|next|previous) (?:recording|episode|podcast|webinar)|(?:excited|happy|glad|pleased|thrilled|delighted) to (?:have|welcome|be joined by)|with us today|(?:thanks|thank you) (?:for (?:joining|listening|watching|tuning in)|(?:so|very) much)|(?:see|share) my screen|hear me (?:well|ok|okay)|raise your hands?|the next (?:speaker|slide|episode)|full episode|bonus content|end of (?:this|the) (?:call|talk|webinar|session|presentation)|housekeeping|today's agenda|on the agenda)\b`,
  ].join(''),
  'u',
);

/** The same for German. */
export const germanHousekeeping = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:ich|wir) (?:möchte|möchten|will|wollen|werde|werden)|(?:möchte|möchten|will|wollen|werde|werden) (?:ich|wir))(?: \p{L}+){0,8} (?:sprechen|reden|besprechen|vorstellen|eingehen|beginnen|anfangen)(?!\p{L})`,
    String.raw`|(?<!\p{L})(?:shownotes|in der (?:beschreibung|videobeschreibung)|(?:in den|im) chat|abonniert|abonnieren sie|gesponsert|unser sponsor|meinen bildschirm|nächste folie|diese(?:s|r|m)? (?:folge|webinar|aufzeichnung)|tagesordnung)(?!\p{L})`,
  ].join(''),
  'u',
);
