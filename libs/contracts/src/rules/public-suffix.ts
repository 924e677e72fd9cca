/** What stands before the code of a country where everybody may register. */
const secondLevels = new Set(
  'ac asso co com ed edu firm gen go gob gouv gov gv id idv ind info int lg ltd me mil ne net nhs nic nom or org plc police pro res sch school web'.split(
    ' ',
  ),
);
/** Below these, everybody gets a name of a company that hosts pages. */
const hosts = new Set(
  (
    'amazonaws.com appspot.com azurewebsites.net azurestaticapps.net blogspot.com bubbleapps.io cloudfront.net ' +
    'fastly.net firebaseapp.com fly.dev framer.app framer.website github.io githubusercontent.com gitlab.io glitch.me ' +
    'herokuapp.com hubspotpagebuilder.com myshopify.com netlify.app ngrok.io ngrok.app ngrok-free.app notion.site ' +
    'onrender.com pages.dev railway.app readthedocs.io replit.app run.app squarespace.com surge.sh trycloudflare.com ' +
    'vercel.app web.app webflow.io weebly.com wixsite.com wordpress.com workers.dev'
  ).split(' '),
);

/**
 * Whether the sites below a name belong to different people, such as `com`, `co.uk` and `github.io`. The list of
 * https://publicsuffix.org has thousands of lines more, of which pages hardly ever are.
 */
export function isPublicSuffix(host: string): boolean {
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  if (labels.length === 1) return true;
  if (labels.length > 2) return false;
  return hosts.has(host) || (top.length === 2 && secondLevels.has(second));
}
