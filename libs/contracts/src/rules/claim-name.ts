/** The most characters of the name of a claim: some providers use addresses as names. */
export const maxClaimName = 200;
/** The claim in which most providers send groups. */
export const usualGroupsClaim = 'groups';

/** What every provider says of a person or of its answer: none of it are groups. */
const otherClaims = new Set(
  (
    'iss sub aud exp nbf iat jti nonce azp at_hash c_hash s_hash auth_time acr amr sid email email_verified name ' +
    'given_name family_name preferred_username'
  ).split(' '),
);

/** Why no groups can be in the claim with this name; empty when they can. */
export function groupsClaimProblem(name: string): string {
  if (name.length > maxClaimName)
    return `The name of a claim has at most ${String(maxClaimName)} characters.`;
  if (!/^[!-~]+$/.test(name)) return 'Enter the name of one claim, such as groups, without spaces.';
  return otherClaims.has(name) ? `The claim ${name} has no groups. Enter the name of another one.` : '';
}
